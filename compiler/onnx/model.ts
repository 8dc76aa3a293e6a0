import { attentionTensors, type AttentionTensor } from "../plan/attention-tensors.js";
import { attentionFacts, headFacts, textOf } from "../plan/facts.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { version } from "../version.js";
import { valueInfo } from "./graph.js";
import { layerGraph } from "./layer.js";
import {
  elementType,
  external,
  type ModelProto,
  type TensorProto,
  type ValueInfoProto,
} from "./schema.js";

/** Where the float32 data of a weight are: in the model, or from a place in a file beside it on. */
export type WeightData =
  | { readonly bytes: Uint8Array }
  | { readonly file: string; readonly offset: number; readonly length: number };

/**
 * One attention layer as an ONNX model. Weights are constants of the plan's names, or inputs of these
 * names where there are none. The same plan and weights give the same bytes.
 */
export function onnxModel(
  model: ModelPlan,
  layer: LayerPlan,
  weights: ReadonlyMap<string, WeightData> | undefined,
): ModelProto {
  const hidden = model.hidden.value;
  const graph = layerGraph(layer, hidden);
  const tensors = attentionTensors(layer, hidden);
  const given = weights === undefined ? tensors.map(weightInput) : [];
  const stored =
    weights === undefined ? [] : tensors.map((tensor) => weightTensor(tensor, weights));
  const facts = [...headFacts(layer), ...attentionFacts(layer)];
  return {
    irVersion: 8,
    producerName: "gda",
    producerVersion: version,
    docString: [`Attention layer ${layer.index} of ${model.name}.`, model.doc ?? ""]
      .join("\n")
      .trim(),
    opsetImport: [{ domain: "", version: 17 }],
    metadataProps: [
      { key: "model", value: model.name },
      { key: "layer", value: String(layer.index) },
      { key: "hidden", value: String(hidden) },
      ...facts.map(({ name, shown }) => ({ key: name, value: textOf(shown) })),
    ],
    graph: {
      name: `${model.name}_layer_${layer.index}`,
      node: graph.nodes,
      initializer: [...graph.constants, ...stored],
      input: [...graph.inputs, ...given],
      output: graph.outputs,
    },
  };
}

function weightInput({ name, shape }: AttentionTensor): ValueInfoProto {
  return valueInfo(name, "float32", shape, "A weight; matrices are out × in.");
}

function weightTensor(
  { name, shape }: AttentionTensor,
  weights: ReadonlyMap<string, WeightData>,
): TensorProto {
  const data = weights.get(name);
  if (!data) throw new RangeError(`the weight \`${name}\` is missing`);
  const tensor = { name, dims: shape, dataType: elementType.float32 };
  if ("bytes" in data) return { ...tensor, rawData: data.bytes };
  const place = { location: data.file, offset: data.offset, length: data.length };
  const externalData = Object.entries(place).map(([key, value]) => ({ key, value: String(value) }));
  return { ...tensor, externalData, dataLocation: external };
}
