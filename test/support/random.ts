import type { LayerPlan, WeightDtype } from "../../compiler/plan/plan.js";
import {
  type AttentionTensor,
  type TensorName,
  attentionTensors,
} from "../../compiler/reference/weights.js";

/** A distribution, and the type that its numbers are rounded to. */
export interface Draw {
  readonly mean: number;
  readonly deviation: number;
  readonly dtype: WeightDtype;
}

/**
 * Random numbers, uniform for speed. Number i of a stream depends on the seed, the stream's name
 * and i alone, so that a tensor is the same whatever was drawn before it.
 */
export function randomNumbers(
  seed: number,
  stream: string,
  length: number,
  { mean, deviation, dtype }: Draw = { mean: 0, deviation: 1, dtype: "f32" },
): Float32Array {
  const key = Array.from(stream, (char) => char.codePointAt(0) ?? 0).reduce(
    (hash, code) => mix(hash ^ code),
    mix(seed),
  );
  const numbers = new Float32Array(length);
  const halfWidth = Math.sqrt(3) * deviation;
  for (let i = 0; i < length; i++) {
    const bits = mix(key ^ mix(i + 1)) >>> 0;
    numbers[i] = stored(mean + halfWidth * ((bits + 0.5) / 2 ** 31 - 1), dtype);
  }
  return numbers;
}

/** The finaliser of MurmurHash3: a bijection of 32 bits in which each bit moves half of the others. */
function mix(bits: number): number {
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

/** Weights that keep the stages of a layer near unit size, as `dtype` can store them. */
export function randomWeights(
  seed: number,
  layer: LayerPlan,
  hidden: number,
  dtype: WeightDtype = "f32",
): Float32Weights {
  const weights: { [name in TensorName]?: Float32Array } = {};
  for (const tensor of attentionTensors(layer, hidden)) {
    const length = tensor.shape.reduce((product, size) => product * size, 1);
    const draw = { ...distribution(tensor), dtype };
    weights[tensor.name] = randomNumbers(seed, tensor.name, length, draw);
  }
  return weights;
}

/** Matrices by their input's width, scales around 1, the vectors of λ as published: deviation 0.1. */
function distribution({ name, shape }: AttentionTensor): { mean: number; deviation: number } {
  const [, columns] = shape;
  if (columns !== undefined) return { mean: 0, deviation: 1 / Math.sqrt(columns) };
  if (name === "sinks") return { mean: 0, deviation: 1 };
  if (name.endsWith("norm") || name === "head_norm_alpha") return { mean: 1, deviation: 0.1 };
  return { mean: 0, deviation: 0.1 };
}

const formats = {
  f16: { fraction: 10, least: -14 },
  bf16: { fraction: 7, least: -126 },
} as const;

/** The nearest number that `dtype` holds, ties to even; overflow is not met here. */
export function stored(x: number, dtype: WeightDtype): number {
  if (dtype === "f32" || x === 0) return Math.fround(x);
  const { fraction, least } = formats[dtype];
  const step = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(x))), least) - fraction);
  const floor = Math.floor(x / step);
  const rest = x / step - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return (up ? floor + 1 : floor) * step;
}
