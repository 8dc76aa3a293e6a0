import { InferenceSession, Tensor } from "onnxruntime-node";
import { onnxModel } from "../../compiler/onnx/model.js";
import { encodeModel } from "../../compiler/onnx/schema.js";
import { attentionTensors, keyHeads } from "../../compiler/plan/attention-tensors.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import type { Numbers, Weights } from "../../compiler/reference/weights.js";
import { modelPlan } from "../support/plans.js";

/** K and V of some tokens, as the graph takes and gives them. */
export interface Kept {
  readonly keys: Tensor;
  readonly values: Tensor;
}

/** A layer's model in ONNX Runtime, on its CPU provider. */
export interface OnnxLayer {
  readonly empty: (batch: number) => Kept;
  /** x is [batch, tokens, hidden]. */
  readonly run: (
    x: Numbers,
    past: Kept,
    prefix?: number,
  ) => Promise<{ readonly y: Float32Array; readonly kept: Kept }>;
  readonly close: () => Promise<void>;
}

/** The bytes of a layer's model, its weights in it. */
export function layerBytes(layer: LayerPlan, hidden: number, weights: Weights): Uint8Array {
  const data = attentionTensors(layer, hidden).map(({ name }) => {
    const numbers = Float32Array.from(weights[name] ?? []);
    return [name, { bytes: new Uint8Array(numbers.buffer) }] as const;
  });
  return encodeModel(onnxModel(modelPlan([layer], hidden), layer, new Map(data)));
}

export async function openOnnx(
  layer: LayerPlan,
  hidden: number,
  bytes: Uint8Array | string,
  given: Readonly<Record<string, Tensor>> = {},
): Promise<OnnxLayer> {
  const options = { intraOpNumThreads: 1, logSeverityLevel: 3 } as const;
  const session = await (typeof bytes === "string"
    ? InferenceSession.create(bytes, options)
    : InferenceSession.create(bytes, options));
  const floats = (numbers: Float32Array, dims: readonly number[]): Tensor =>
    new Tensor("float32", numbers, dims);
  return {
    empty: (batch) => ({
      keys: floats(new Float32Array(), [batch, keyHeads(layer), 0, layer.headDim.value.size]),
      values: floats(new Float32Array(), [batch, layer.kvPairs.value, 0, layer.valueDim.value]),
    }),
    run: async (x, past, prefix) => {
      const [batch = 1] = past.keys.dims;
      const prefixes = new Tensor("int64", new BigInt64Array(batch).fill(BigInt(prefix ?? 0)), [
        batch,
      ]);
      const out = await session.run({
        ...given,
        x: floats(Float32Array.from(x), [batch, x.length / hidden / batch, hidden]),
        past_keys: past.keys,
        past_values: past.values,
        ...(session.inputNames.includes("prefix") ? { prefix: prefixes } : {}),
      });
      const { y, present_keys: keys, present_values: values } = out;
      if (!keys || !values || !(y?.data instanceof Float32Array)) throw new Error("no output");
      return { y: y.data, kept: { keys, values } };
    },
    close: () => session.release(),
  };
}
