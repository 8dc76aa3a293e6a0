import type { LatentPlan, LayerPlan } from "../plan/plan.js";
import type { KeysAndValues } from "./attend.js";
import { plainChannels, rotaryChannels } from "../plan/channels.js";
import { type Matrix, linear } from "./matrix.js";
import { rmsNorm } from "./norm.js";
import { type Weights, float64, tensor } from "./weights.js";

/** c = RMSNorm(x·Wdownᵀ), a latent of the queries or of the keys and values. */
export function normedLatent(
  latent: LatentPlan,
  weights: Weights,
  norm: "q_latent_norm" | "kv_latent_norm",
  down: Matrix,
): Matrix {
  const weight = float64(tensor(weights, norm));
  return down.mapRows(
    (row) => rmsNorm(row.subarray(0, weight.length), weight, latent.norm.value.eps),
    weight.length,
  );
}

/**
 * [c, kR] = x·Wdownᵀ and (kC, v) = RMSNorm(c)·Wupᵀ. The key of a pair is its own kC on the plain
 * channels and kR, which all pairs share, on the rotary ones (gda-math.md, section 6, GDLA).
 */
export function keysAndValuesFromLatent(
  layer: LayerPlan,
  latent: LatentPlan,
  weights: Weights,
  x: Matrix,
): KeysAndValues {
  const [pairs, keySize, valueSize] = [
    layer.kvPairs.value,
    layer.headDim.value.size,
    layer.valueDim.value,
  ];
  const [plain, rotary] = [plainChannels(layer), rotaryChannels(layer)];
  const down = linear(x, tensor(weights, "kv_down"));
  const c = normedLatent(latent, weights, "kv_latent_norm", down);
  const up = linear(c, tensor(weights, "kv_up")).as(plain.length + valueSize);
  const k = up.mapRows((row, index) => {
    const shared = down.row(Math.floor(index / pairs)).subarray(latent.kv.value);
    const key = new Float64Array(keySize);
    plain.forEach((channel, i) => (key[channel] = row[i] ?? 0));
    rotary.forEach((channel, i) => (key[channel] = shared[i] ?? 0));
    return key;
  }, keySize);
  const v = up.mapRows((row) => row.subarray(plain.length), valueSize);
  return { k: k.as(pairs * keySize), v: v.as(pairs * valueSize) };
}
