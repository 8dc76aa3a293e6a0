import type { HeadNorm, LayerPlan } from "../plan/plan.js";
import { type Matrix, dot } from "./matrix.js";
import type { TensorName } from "../plan/attention-tensors.js";
import { type Weights, float64, tensor } from "./weights.js";

/** x / √(mean(x²) + ε) ⊙ weight */
export function rmsNorm(x: Float64Array, weight: Float64Array, eps: number): Float64Array {
  const scale = 1 / Math.sqrt(dot(x, x) / x.length + eps);
  return x.map((value, channel) => value * scale * (weight[channel] ?? 0));
}

/** (x − mean(x)) / √(mean((x − mean(x))²) + ε) ⊙ weight + bias */
export function layerNorm(
  x: Float64Array,
  weight: Float64Array,
  bias: Float64Array,
  eps: number,
): Float64Array {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const centred = x.map((value) => value - mean);
  return rmsNorm(centred, weight, eps).map((value, channel) => value + (bias[channel] ?? 0));
}

/** weight ⊙ tanh(αx) + bias (arXiv 2604.23434) */
function dynamicTanh(
  x: Float64Array,
  weight: Float64Array,
  bias: Float64Array,
  alpha: number,
): Float64Array {
  return x.map(
    (value, channel) => (weight[channel] ?? 0) * Math.tanh(alpha * value) + (bias[channel] ?? 0),
  );
}

/** The norm of each head over its value channels, then × `times` (gda-math.md, sections 4 and 6). */
export function normedHeads(layer: LayerPlan, weights: Weights, heads: Matrix): Matrix {
  const norm = layer.headNorm?.value;
  if (!norm) return heads;
  const normed = headNorm(norm, weights);
  return heads
    .as(layer.valueDim.value)
    .mapRows((head) => normed(head).map((value) => value * norm.times))
    .as(heads.columns);
}

function headNorm(norm: HeadNorm, weights: Weights): (head: Float64Array) => Float64Array {
  const vector = (name: TensorName): Float64Array => float64(tensor(weights, name));
  const weight = vector("head_norm");
  switch (norm.kind) {
    case "rms":
      return (head) => rmsNorm(head, weight, norm.eps);
    case "layer": {
      const bias = vector("head_norm_bias");
      return (head) => layerNorm(head, weight, bias, norm.eps);
    }
    case "dyt": {
      const bias = vector("head_norm_bias");
      const [alpha = 0] = vector("head_norm_alpha");
      return (head) => dynamicTanh(head, weight, bias, alpha);
    }
  }
}
