import type { LayerPlan, WeightStorage } from "../plan/plan.js";
import { type TensorName, attentionTensors } from "../plan/attention-tensors.js";
import { storedWeight } from "./quantised.js";

/** A distribution. */
export interface Draw {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Random numbers, uniform for speed. Number i of a stream depends on the seed, the stream's name
 * and i alone, so that a tensor is the same whatever was drawn before it.
 */
export function randomNumbers(
  seed: number,
  stream: string,
  length: number,
  { mean, deviation }: Draw = { mean: 0, deviation: 1 },
): Float32Array {
  const key = streamKey(seed, stream);
  const numbers = new Float32Array(length);
  const halfWidth = Math.sqrt(3) * deviation;
  for (let i = 0; i < length; i++) {
    const bits = mix(key ^ mix(i + 1)) >>> 0;
    numbers[i] = mean + halfWidth * ((bits + 0.5) / 2 ** 31 - 1);
  }
  return numbers;
}

/** What a stream of random numbers is told apart by. */
export function streamKey(seed: number, stream: string): number {
  return Array.from(stream, (char) => char.codePointAt(0) ?? 0).reduce(
    (hash, code) => mix(hash ^ code),
    mix(seed),
  );
}

/** The finaliser of MurmurHash3: a bijection of 32 bits in which each bit moves half of the others. */
export function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** A layer's input, of deviation 1. */
export function randomInput(seed: number, tokens: number, hidden: number): Float32Array {
  return randomNumbers(seed, "x", tokens * hidden);
}

export type Float32Weights = { readonly [name in TensorName]?: Float32Array };

/** Weights that keep the stages of a layer near unit size, as they are stored. */
export function randomWeights(
  seed: number,
  layer: LayerPlan,
  hidden: number,
  storage: WeightStorage = { weights: "f32" },
): Float32Weights {
  const weights: { [name in TensorName]?: Float32Array } = {};
  for (const tensor of attentionTensors(layer, hidden)) {
    const length = tensor.shape.reduce((product, size) => product * size, 1);
    const numbers = randomNumbers(seed, tensor.name, length, distribution(tensor));
    weights[tensor.name] = Float32Array.from(storedWeight(layer, tensor, numbers, storage));
  }
  return weights;
}

/** Matrices by their input's width, scales around 1, the vectors of λ as published: deviation 0.1. */
export function distribution({
  name,
  shape,
}: {
  readonly name: string;
  readonly shape: readonly number[];
}): Draw {
  const [, columns] = shape;
  if (columns !== undefined) return { mean: 0, deviation: 1 / Math.sqrt(columns) };
  if (name === "sinks") return { mean: 0, deviation: 1 };
  if (name.endsWith("norm") || name === "head_norm_alpha") return { mean: 1, deviation: 0.1 };
  return { mean: 0, deviation: 0.1 };
}
