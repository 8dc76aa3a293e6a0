import type { Dtype, LayerPlan } from "../plan/plan.js";
import { type KeysAndValues, attend } from "./attend.js";
import { lambdas, sigmoid, subtracted } from "./lambda.js";
import { Matrix, linear, takeRows } from "./matrix.js";
import { normedHeads } from "./norm.js";
import { keysAndValues, queries } from "./project.js";
import { asCached } from "./stored.js";
import { type Numbers, type Weights, float64, ownWeights, tensor } from "./weights.js";

export interface EvaluationOptions {
  /** The tokens whose output is wanted; all of them if left out. Keys and values are of all tokens. */
  readonly rows?: readonly number[];
  /** The channels of y that are wanted; all of them if left out. */
  readonly columns?: readonly number[];
  /** How many first tokens every query sees; a prefix mask needs it. */
  readonly prefix?: number;
  /** What a cache keeps K and V as: they are rounded to it before they are read. */
  readonly cache?: Dtype["cache"];
}

/** What each stage of a layer makes, for the wanted rows. */
export interface Evaluation {
  /** Of all tokens: [token, key heads, d], after QK-norm and RoPE. */
  readonly k: Float64Array;
  /** Of all tokens: [token, P, dv]. */
  readonly v: Float64Array;
  /** [row, H, d], after QK-norm and RoPE. */
  readonly q: Float64Array;
  /** [row, H, dv]: softmax attention of each query head, before any subtraction. */
  readonly attended: Float64Array;
  /** [row, S]; absent without noise heads. */
  readonly lambda: Float64Array | undefined;
  /** [row, S, dv]: signal − λ · noise. */
  readonly core: Float64Array;
  /** [row, S, dv]: after head norm and gate. */
  readonly heads: Float64Array;
  /** [row, hidden], or of the wanted columns. */
  readonly y: Float64Array;
}

/**
 * One attention layer of one sequence in float64, `x` being [token, hidden] from position 0: the
 * meaning of a plan, and the judge of its kernels (gda-math.md, section 4; language.md, section 2).
 */
export function evaluate(
  layer: LayerPlan,
  hidden: number,
  given: Weights,
  x: Numbers,
  options: EvaluationOptions = {},
): Evaluation {
  const weights = ownWeights(layer, hidden, given);
  const input = new Matrix(x.length / hidden, hidden, float64(x));
  const rows = options.rows ?? [...Array(input.rows).keys()];
  const wanted = input.take(rows);

  const { k, v } = cached(layer, keysAndValues(layer, weights, input), options.cache);
  const { q, latent } = queries(layer, weights, wanted, rows);
  const attended = attend(layer, weights, q, { k, v }, rows, options.prefix);
  const lambda = layer.lambda && lambdas(layer, layer.lambda.value, weights, wanted);
  const core = subtracted(layer, attended, lambda);
  const normed = normedHeads(layer, weights, core);
  const heads = gated(layer, weights, normed, wanted, latent);
  const y = output(weights, heads, options.columns);

  return {
    k: k.data,
    v: v.data,
    q: q.data,
    attended: attended.data,
    lambda: lambda?.data,
    core: core.data,
    heads: heads.data,
    y: y.data,
  };
}

/** K and V as they are read back from a cache. */
function cached(
  layer: LayerPlan,
  { k, v }: KeysAndValues,
  format: Dtype["cache"] | undefined,
): KeysAndValues {
  if (!format) return { k, v };
  return {
    k: asCached(k, format, layer.headDim.value.size),
    v: asCached(v, format, layer.valueDim.value),
  };
}

/** D ⊙ σ(gate), one factor a channel or one a head (gda-math.md, section 6, GDLA). */
function gated(
  layer: LayerPlan,
  weights: Weights,
  heads: Matrix,
  x: Matrix,
  queryLatent: Matrix | undefined,
): Matrix {
  if (!layer.gate) return heads;
  const source = layer.gate.value.from === "query_latent" ? (queryLatent ?? x) : x;
  const gates = linear(source, tensor(weights, "gate"));
  const channels = heads.columns / gates.columns;
  return heads.mapRows((row, token) => {
    const logits = gates.row(token);
    return row.map(
      (value, channel) => value * sigmoid(logits[Math.floor(channel / channels)] ?? 0),
    );
  });
}

/** y = heads·Woᵀ + bias, or only some of its channels. */
function output(weights: Weights, heads: Matrix, columns: readonly number[] | undefined): Matrix {
  const o = tensor(weights, "o");
  if (!columns) return linear(heads, o, weights.o_bias);
  const bias = weights.o_bias && takeRows(weights.o_bias, 1, columns);
  return linear(heads, takeRows(o, heads.columns, columns), bias);
}
