import { queryHeads } from "../plan/heads.js";
import type { LayerPlan, Mask } from "../plan/plan.js";
import { Matrix, addScaled, dot } from "./matrix.js";
import { keyHeads } from "../plan/attention-tensors.js";
import type { Weights } from "./weights.js";

/** Keys, [token, key heads · d], and values, [token, P·dv], of all tokens of a sequence. */
export interface KeysAndValues {
  readonly k: Matrix;
  readonly v: Matrix;
}

/** Softmax attention of every query head, signal and noise alike: [query, H·dv]. */
export function attend(
  layer: LayerPlan,
  weights: Weights,
  q: Matrix,
  { k, v }: KeysAndValues,
  positions: readonly number[],
  prefix: number | undefined,
): Matrix {
  const heads = queryHeads(layer);
  const ownKeys = layer.noiseKeys?.value === "own";
  const [keysPerToken, valuesPerToken] = [keyHeads(layer), layer.kvPairs.value];
  const [queries, keys, values] = [
    q.as(layer.headDim.value.size),
    k.as(layer.headDim.value.size),
    v.as(layer.valueDim.value),
  ];
  const attended = new Matrix(queries.rows, layer.valueDim.value);
  positions.forEach((position, row) => {
    const visible = visibleKeys(layer.mask.value, position, k.rows, prefix);
    for (const { query, role, kvPair } of heads) {
      const channels = queries.row(row * heads.length + query);
      const keyHead = ownKeys ? 2 * kvPair + (role === "noise" ? 1 : 0) : kvPair;
      const scores = visible.map((token) =>
        score(layer, dot(channels, keys.row(token * keysPerToken + keyHead))),
      );
      const shares = softmax(scores, weights.sinks?.[query]);
      const output = attended.row(row * heads.length + query);
      visible.forEach((token, i) =>
        addScaled(output, shares[i] ?? 0, values.row(token * valuesPerToken + kvPair)),
      );
    }
  });
  return attended.as(heads.length * layer.valueDim.value);
}

/** s = q·k × score_scale, then c·tanh(s / c) (gda-math.md, section 6, softcap). */
function score(layer: LayerPlan, product: number): number {
  const scaled = product * layer.scoreScale.value;
  const cap = layer.softcap?.value;
  return cap === undefined ? scaled : cap * Math.tanh(scaled / cap);
}

/** The tokens whose keys a query sees, in order (gda-math.md, section 6; plan.ts, Mask). */
export function visibleKeys(
  mask: Mask,
  position: number,
  tokens: number,
  prefix: number | undefined,
): readonly number[] {
  const range = (from: number, to: number): readonly number[] =>
    Array.from({ length: to - from }, (_, i) => from + i);
  switch (mask.kind) {
    case "causal":
      return range(0, position + 1);
    case "window":
      return range(Math.max(0, position - mask.keys + 1), position + 1);
    case "prefix":
      if (prefix === undefined) throw new RangeError("a prefix mask needs the prefix's length");
      return range(0, Math.min(tokens, Math.max(prefix, position + 1)));
    case "bidirectional":
      return range(0, tokens);
  }
}

/** exp(sᵢ) / (Σⱼ exp(sⱼ) + exp(sink)), less the greatest: a sink takes a share and has no value. */
function softmax(scores: readonly number[], sink = -Infinity): readonly number[] {
  const greatest = scores.reduce((a, b) => Math.max(a, b), sink);
  const exponentials = scores.map((s) => Math.exp(s - greatest));
  const sum = exponentials.reduce((a, b) => a + b, Math.exp(sink - greatest));
  return exponentials.map((e) => e / sum);
}
