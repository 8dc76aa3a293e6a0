import type { LayerPlan } from "../plan/plan.js";
import type { KeysAndValues } from "./attend.js";
import { keysAndValuesFromLatent, normedLatent } from "./latent.js";
import { type Matrix, linear } from "./matrix.js";
import { rmsNorm } from "./norm.js";
import { rotation } from "./rope.js";
import { type Weights, float64, tensor } from "./weights.js";

/** Queries of some tokens, [token, H·d], and the normalised latent that they came from, if any. */
export interface Queries {
  readonly q: Matrix;
  readonly latent: Matrix | undefined;
}

/** q = x·Wqᵀ, or from a latent c·Wqᵀ with c = RMSNorm(x·Wdownᵀ); then QK-norm and RoPE. */
export function queries(
  layer: LayerPlan,
  weights: Weights,
  x: Matrix,
  positions: readonly number[],
): Queries {
  const latent = layer.latent?.query
    ? normedLatent(layer.latent, weights, "q_latent_norm", linear(x, tensor(weights, "q_down")))
    : undefined;
  const q = linear(latent ?? x, tensor(weights, "q"), weights.q_bias);
  return { q: placed(layer, weights, "q_norm", q, positions), latent };
}

/** k = x·Wkᵀ and v = x·Wvᵀ, or both from the latent; then QK-norm and RoPE on k alone. */
export function keysAndValues(layer: LayerPlan, weights: Weights, x: Matrix): KeysAndValues {
  const { k, v } = layer.latent
    ? keysAndValuesFromLatent(layer, layer.latent, weights, x)
    : {
        k: linear(x, tensor(weights, "k"), weights.k_bias),
        v: linear(x, tensor(weights, "v"), weights.v_bias),
      };
  return { k: placed(layer, weights, "k_norm", k, [...Array(x.rows).keys()]), v };
}

/** Every head of every token through QK-norm and then RoPE (gda-math.md, section 6). */
function placed(
  layer: LayerPlan,
  weights: Weights,
  norm: "q_norm" | "k_norm",
  tokens: Matrix,
  positions: readonly number[],
): Matrix {
  const rotate = rotation(layer);
  const qkNorm = layer.qkNorm?.value;
  const weight = qkNorm && float64(tensor(weights, norm));
  const heads = tokens.as(layer.headDim.value.size);
  const headsPerToken = heads.rows / tokens.rows;
  return heads
    .mapRows((head, index) => {
      const normed = weight ? rmsNorm(head, weight, qkNorm.eps) : head;
      return rotate(normed, positions[Math.floor(index / headsPerToken)] ?? 0);
    })
    .as(tokens.columns);
}
