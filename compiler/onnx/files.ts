import { checkWeights } from "../../runtime/weights/weight-check.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { layerEntry } from "../kernels/compile.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { referenceWeights } from "../run/weights.js";
import { onnxModel, type WeightData } from "./model.js";
import { encodeModel } from "./schema.js";

/** Weights of more bytes lie in a file of their own: no reader takes a model of 2 GiB. */
const MOST_INSIDE = 2 ** 30;

/** A file's name and its content, piece after piece. */
export type OnnxFiles = ReadonlyMap<string, readonly Uint8Array[]>;

/**
 * The files of a layer's ONNX model: `name`, and `name.data` for large weights. Weights become
 * float32, whatever they are stored as; without any they are inputs. Throws GDA7304 to GDA7306 for
 * weights that are missing, misshapen or no floats, GDA7307 for one that is too large.
 */
export async function onnxFiles(
  model: ModelPlan,
  layer: LayerPlan,
  weights: Weights | undefined,
  name: string,
  mostInside = MOST_INSIDE,
): Promise<OnnxFiles> {
  const tensors = weights && (await float32Weights(model, layer, weights));
  if (!tensors) return new Map([[name, [encodeModel(onnxModel(model, layer, undefined))]]]);
  const bytes = [...tensors.values()].reduce((sum, data) => sum + data.byteLength, 0);
  if (bytes <= mostInside) {
    const inside = new Map([...tensors].map(([tensor, data]) => [tensor, { bytes: data }]));
    return new Map([[name, [encodeModel(onnxModel(model, layer, inside))]]]);
  }
  const file = `${name}.data`;
  const outside = new Map<string, WeightData>();
  let offset = 0;
  for (const [tensor, { byteLength: length }] of tensors) {
    outside.set(tensor, { file, offset, length });
    offset += length;
  }
  return new Map([
    [file, [...tensors.values()]],
    [name, [encodeModel(onnxModel(model, layer, outside))]],
  ]);
}

/** The layer's weights by the plan's names, their heads in memory order. */
async function float32Weights(
  model: ModelPlan,
  layer: LayerPlan,
  weights: Weights,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const entry = layerEntry(model, layer, "");
  checkWeights(entry, weights);
  const read = await referenceWeights(layer, model.hidden.value, entry, weights);
  const bytes = Object.entries(read).map(
    ([name, { buffer, byteOffset, byteLength }]) =>
      [name, new Uint8Array(buffer, byteOffset, byteLength)] as const,
  );
  return new Map(bytes);
}
