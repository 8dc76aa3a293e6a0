import type { StoredTensor } from "../checkpoint/stored.js";
import type { TensorName } from "../plan/attention-tensors.js";
import type { LayerPlan } from "../plan/plan.js";

/**
 * What an axis of a tensor runs over, as far as growth is concerned: the residual stream, the width
 * of the MLP, all query heads, the signal or the noise heads, or KV pairs, each a block of rows; or
 * something that never grows.
 */
export type Over = "hidden" | "width" | "query" | "signal" | "noise" | "pairs" | "fixed";

/** Rows, what the tensor makes, and columns, what it is fed with; a vector has no columns. */
export interface Axes {
  readonly rows: Over;
  readonly columns?: Over;
  /** A lookup makes its columns too: copies of them are not divided. */
  readonly lookup?: true;
  /** Copies get no noise, whatever the stage says. */
  readonly quiet?: true;
}

/** The table of gda-math.md, section 7: which axes growth copies. */
const attention: Readonly<Record<TensorName, Axes>> = {
  q: { rows: "query", columns: "hidden" },
  q_bias: { rows: "query" },
  k: { rows: "pairs", columns: "hidden" },
  k_bias: { rows: "pairs" },
  v: { rows: "pairs", columns: "hidden" },
  v_bias: { rows: "pairs" },
  o: { rows: "hidden", columns: "signal" },
  o_bias: { rows: "hidden" },
  q_down: { rows: "fixed", columns: "hidden" },
  q_latent_norm: { rows: "fixed" },
  kv_down: { rows: "fixed", columns: "hidden" },
  kv_latent_norm: { rows: "fixed" },
  kv_up: { rows: "pairs", columns: "fixed" },
  q_norm: { rows: "fixed" },
  k_norm: { rows: "fixed" },
  sinks: { rows: "query" },
  lambda_q1: { rows: "fixed" },
  lambda_k1: { rows: "fixed" },
  lambda_q2: { rows: "fixed" },
  lambda_k2: { rows: "fixed" },
  lambda: { rows: "signal", columns: "hidden" },
  head_norm: { rows: "fixed" },
  head_norm_bias: { rows: "fixed" },
  head_norm_alpha: { rows: "fixed" },
  gate: { rows: "signal", columns: "hidden" },
};

const others: Readonly<Record<string, Axes>> = {
  attention_norm: { rows: "hidden" },
  attention_norm_bias: { rows: "hidden" },
  mlp_norm: { rows: "hidden" },
  mlp_norm_bias: { rows: "hidden" },
  mlp_gate: { rows: "width", columns: "hidden" },
  mlp_up: { rows: "width", columns: "hidden" },
  mlp_down: { rows: "hidden", columns: "width" },
  polynorm_weight: { rows: "fixed" },
  polynorm_bias: { rows: "fixed" },
  embedding: { rows: "fixed", columns: "hidden", lookup: true },
  final_norm: { rows: "hidden" },
  final_norm_bias: { rows: "hidden" },
  lm_head: { rows: "fixed", columns: "hidden", quiet: true },
};

const table: ReadonlyMap<string, Axes> = new Map(Object.entries({ ...others, ...attention }));

/** The axes of a tensor; in a layer, which says what some are fed with. */
export function axesOf({ tensor }: StoredTensor, layer: LayerPlan | undefined): Axes {
  const axes = table.get(tensor);
  if (!axes) throw new RangeError(`growth has no rule for ${tensor}`);
  const fromLatent =
    (tensor === "q" && layer?.latent?.query) ||
    (tensor === "gate" && layer?.gate?.value.from === "query_latent");
  if (fromLatent) return { ...axes, columns: "fixed" };
  const perNoise =
    tensor === "lambda" &&
    layer?.lambda?.value.kind === "sigmoid" &&
    layer.lambda.value.per === "noise";
  return perNoise ? { ...axes, rows: "noise" } : axes;
}
