import type { LayerEntry } from "../../runtime/manifest.js";
import { sizeOf } from "../../runtime/weights/dtype.js";
import { readElements } from "../../runtime/weights/fill.js";
import { tensor } from "../../runtime/weights/tensor.js";
import type { Tensor } from "../../runtime/weights/tensor.js";
import type { Weights } from "../../runtime/weights/weights.js";
import type { LayerPlan, WeightStorage } from "../plan/plan.js";
import { storedWeight } from "../reference/quantised.js";
import { distribution, randomNumbers } from "../reference/random.js";
import { attentionTensors } from "../plan/attention-tensors.js";
import type { TensorName } from "../plan/attention-tensors.js";
import type { Weights as ReferenceWeights } from "../reference/weights.js";

/** Random numbers for every checkpoint tensor that a layer reads; the same for the same seed. */
export function generatedWeights(entry: LayerEntry, seed: number): ReadonlyMap<string, Tensor> {
  const shapes = Object.entries(entry.weights).flatMap(([name, source]) =>
    Object.entries(source.shapes).map(([stored, shape]) => ({ name, stored, shape })),
  );
  return new Map(
    shapes.map(({ name, stored, shape }) => {
      const draw = distribution({ name, shape });
      return [stored, tensor(shape, randomNumbers(seed, stored, sizeOf(shape), draw))];
    }),
  );
}

/** A layer's weights as the reference takes them: under its names, their heads in memory order. */
export async function referenceWeights(
  layer: LayerPlan,
  hidden: number,
  entry: LayerEntry,
  weights: Weights,
): Promise<ReferenceWeights> {
  const own: { [name in TensorName]?: Float32Array } = {};
  for (const { name, shape } of attentionTensors(layer, hidden)) {
    const source = entry.weights[name];
    if (source === undefined) continue;
    const numbers = new Float32Array(sizeOf(shape));
    const target = new Uint8Array(numbers.buffer);
    const all = { first: 0, count: numbers.length };
    await readElements(weights, source, "f32", all, (offset, bytes) => target.set(bytes, offset));
    own[name] = numbers;
  }
  return own;
}

/** The weights of a quantised layer as its kernels have them; floats, which they round, as they are. */
export function asQuantised(
  layer: LayerPlan,
  hidden: number,
  weights: ReferenceWeights,
  storage: WeightStorage,
): ReferenceWeights {
  if (!("block" in storage)) return weights;
  const tensors = attentionTensors(layer, hidden).flatMap((tensor) => {
    const numbers = weights[tensor.name];
    return numbers ? [[tensor.name, storedWeight(layer, tensor, numbers, storage)] as const] : [];
  });
  return Object.fromEntries(tensors);
}
