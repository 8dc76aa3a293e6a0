import { facts } from "../facts/table.js";
import type { Rope, RopeScaling } from "../plan/plan.js";
import { temperature } from "../spec/temperature.js";
import type { Config, Fields } from "./config.js";

const tokens = facts.model.context.type;

/**
 * The rope of a config: `rope_theta` with `rope_scaling`, or since transformers 5 both in
 * `rope_parameters`. Fields as transformers' modeling_rope_utils.py reads them.
 */
export function ropeOf(config: Config, pairing: Rope["pairing"], inner?: Config): Rope {
  const scaling = inner ?? config.inner("rope_parameters") ?? config.inner("rope_scaling");
  const own = scaling?.optionalNumber("rope_theta");
  if (own !== undefined) config.ignore("rope_theta");
  const theta = own ?? config.number("rope_theta");
  return { pairing, theta, scaling: scaling ? scalingOf(scaling, config) : { kind: "none" } };
}

function scalingOf(scaling: Config, config: Config): RopeScaling {
  const named = scaling.has("rope_type") ? "rope_type" : "type";
  const kind = scaling.optionalWord(named) ?? "default";
  scaling.ignore("type");
  scaling.only("partial_rotary_factor", [1], "only a whole head or a split one turns");
  switch (kind) {
    case "default":
      return { kind: "none" };
    case "linear":
      return { kind: "linear", factor: scaling.number("factor") };
    case "llama3":
      return {
        kind: "llama3",
        factor: scaling.number("factor"),
        original: scaling.int("original_max_position_embeddings", tokens),
        low: scaling.number("low_freq_factor"),
        high: scaling.number("high_freq_factor"),
      };
    case "yarn":
      return yarn(scaling, config);
    case "dynamic":
      return scaling.refuse(named, "dynamic NTK changes with the length of the text");
    case "longrope":
    case "su":
      return scaling.refuse(named, "LongRoPE has a factor of its own for every pair of channels");
    default:
      return scaling.refuse(named, "this kind of RoPE scaling is not known");
  }
}

/** The gain is the attention factor, which multiplies cosine and sine and so q and k. */
function yarn(scaling: Config, config: Config): RopeScaling {
  const factor = scaling.number("factor");
  const original =
    scaling.optionalInt("original_max_position_embeddings", tokens) ??
    config.int("max_position_embeddings", tokens);
  const mscale = scaling.optionalNumber("mscale");
  const all = scaling.optionalNumber("mscale_all_dim");
  const plain =
    mscale !== undefined && all !== undefined
      ? mscaled(factor, mscale) / mscaled(factor, all)
      : mscaled(factor, 1);
  const truncate = !scaling.has("truncate") || scaling.flag("truncate");
  return {
    kind: "yarn",
    factor,
    original,
    betaFast: scaling.optionalNumber("beta_fast") ?? 32,
    betaSlow: scaling.optionalNumber("beta_slow") ?? 1,
    bounds: truncate ? "rounded" : "exact",
    gain: scaling.optionalNumber("attention_factor") ?? plain,
  };
}

/** YaRN's temperature, which is 1 where nothing is stretched. */
export function mscaled(factor: number, mscale: number): number {
  return factor <= 1 ? 1 : temperature(factor, mscale);
}

/** `rope_theta` and `rope_scaling` of a rope. */
export function ropeFields({ theta, scaling }: Rope): Fields {
  return { rope_theta: theta, rope_scaling: scalingFields(scaling) };
}

function scalingFields(scaling: RopeScaling): Fields | null {
  switch (scaling.kind) {
    case "none":
    case "ntk":
      return null;
    case "linear":
      return { factor: scaling.factor, rope_type: "linear" };
    case "llama3":
      return {
        factor: scaling.factor,
        high_freq_factor: scaling.high,
        low_freq_factor: scaling.low,
        original_max_position_embeddings: scaling.original,
        rope_type: "llama3",
      };
    case "yarn":
      return {
        ...(scaling.gain === mscaled(scaling.factor, 1) ? {} : { attention_factor: scaling.gain }),
        beta_fast: scaling.betaFast,
        beta_slow: scaling.betaSlow,
        factor: scaling.factor,
        original_max_position_embeddings: scaling.original,
        rope_type: "yarn",
        ...(scaling.bounds === "exact" ? { truncate: false } : {}),
      };
  }
}
