import { facts } from "../facts/table.js";
import type { Gate, Rope } from "../plan/plan.js";
import { temperature } from "../spec/temperature.js";
import type { Config } from "./config.js";
import { type Decoder, decoderOf, kvHeadsOf, windowOf } from "./decoder.js";
import type { Family } from "./family.js";
import type { Attention } from "./model.js";
import { motif3Fields, motif3OutsideFields } from "./motif3-fields.js";
import { ropeOf } from "./rope.js";

/**
 * Motif 3, its attention (GDLA): MotifTechnologies/vllm-motif3, configs/motif.py and models/motif.py,
 * and the ports that audited the training code (gda-math.md, sections 6 and 8). Its `model_type` is
 * that of Motif 2; `attention_cls` tells them apart.
 */
export const motif3: Family = {
  type: "motif (gdla)",
  title: "Motif 3",
  checkpoint: "native",
  defaults: {
    max_position_embeddings: 32_768,
    mscale: 1,
    original_seq_len: 32_768,
    rms_norm_eps: 1e-6,
    rope_factor: 1,
    rope_theta: 1_000_000,
    sliding_window: 4096,
    sliding_window_period: 2,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    config.need("num_noise_heads", "head_dim", "qk_rope_head_dim", "v_head_dim");
    config.need("q_lora_rank", "kv_lora_rank");
    refuseOthers(config);
    motif3OutsideFields(config);
    const layer = attentionOf(config, decoder);
    const full = { ...layer, cache: "latent" } as const;
    const window = windowsOf(config);
    const local = window && localOf(config, layer, window.earlier + 1);
    const layers = Array.from({ length: decoder.depth }, (_, i) =>
      local && window.has(i) ? local : full,
    );
    return {
      model: {
        ...decoder,
        checkpoint: { family: "native", order: "grouped" },
        preNorm: undefined,
        layers,
        mlp: undefined,
      },
      remarks: [...decoder.remarks, ...remarks, ...(window ? [remarkOn(window.earlier)] : [])],
    };
  },
  write: motif3Fields,
};

const remarks = [
  "Its attention: experts and hyper-connections are outside the language, and the names in its checkpoint (wq_a, wkv_b, lambda_proj, wo) are not among those that the language knows.",
  "The latent is cached where a layer sees all keys, as in Motif's serving code; no config says so.",
];

function remarkOn(earlier: number): string {
  return `sliding_window ${earlier} counts earlier keys: ${earlier + 1} with the query's own.`;
}

function refuseOthers(config: Config): void {
  config.ignore("max_window_layers");
  config.only("diff_v2", [true], "a latent has shared keys and a sigmoid λ");
  config.only("k_ratio", [1], "every KV pair has one key");
}

/** A layer that sees all keys. */
function attentionOf(config: Config, decoder: Decoder): Attention {
  const width = facts.model.hidden.type;
  const noise = config.int("num_noise_heads", facts.attention.heads.type);
  const size = config.int("head_dim", width);
  const rotary = config.int("qk_rope_head_dim", { ...width, most: size });
  config.only(
    "qk_nope_head_dim",
    [size - rotary],
    "it is what `qk_rope_head_dim` leaves of a head",
  );
  const factor = temperatureOf(config, decoder.context);
  return {
    groups: noise,
    signal: (decoder.heads - noise) / noise,
    noise: 1,
    pairs: kvHeadsOf(config, decoder.heads),
    headDim: [
      { kind: "plain", size: size - rotary },
      { kind: "rotary", size: rotary },
    ],
    valueDim: config.int("v_head_dim", width),
    noiseKeys: "shared",
    lambda: { kind: "sigmoid", per: "signal" },
    gate: gateOf(config),
    latent: {
      query: config.int("q_lora_rank", width),
      kv: config.int("kv_lora_rank", width),
      eps: config.number("rms_norm_eps"),
    },
    rope: stretched(config),
    mask: { kind: "causal" },
    scoreScale: (factor * factor) / Math.sqrt(size),
  };
}

/** YaRN's frequencies; nothing on cosine and sine, since the temperature is in the scores. */
function stretched(config: Config): Rope {
  const rope = ropeOf(config, "half");
  const inner = config.inner("rope_scaling");
  inner?.only("apply_yarn_scaling", [false], "the temperature would be there twice");
  return rope.scaling.kind === "yarn" ? { ...rope, scaling: { ...rope.scaling, gain: 1 } } : rope;
}

/** YaRN's temperature where the context is longer than the original one, else 1. */
function temperatureOf(config: Config, context: number): number {
  const factor = config.number("rope_factor");
  const mscale = config.number("mscale");
  const original = config.int("original_seq_len", facts.model.context.type);
  return context > original ? temperature(factor, mscale) : 1;
}

/** A layer with a window: plain RoPE where it has a base of its own, and no temperature. */
function localOf(config: Config, layer: Attention, keys: number): Attention {
  const { scoreScale: _, ...others } = layer;
  const theta = config.optionalNumber("swa_rope_theta");
  const rope: Rope =
    theta === undefined ? layer.rope : { pairing: "half", theta, scaling: { kind: "none" } };
  return { ...others, rope, mask: { kind: "window", keys } };
}

function gateOf(config: Config): Gate | undefined {
  config.only("headwise_attn_output_gate", [false], "where Motif would take it from is not known");
  return config.flag("elementwise_attn_output_gate")
    ? { form: "elementwise", from: "query_latent" }
    : undefined;
}

/** Earlier keys that a window has, and which layers have it: all but every period-th from 0. */
function windowsOf(
  config: Config,
): { readonly earlier: number; readonly has: (layer: number) => boolean } | undefined {
  if (!config.flag("use_sliding_window")) {
    config.notInUse("sliding_window", "`use_sliding_window` is false");
    config.ignore("sliding_window_pattern", "sliding_window_period", "swa_rope_theta");
    return undefined;
  }
  config.only("sliding_window_pattern", ["interleave", "all"], "this pattern is not known");
  const all = config.optionalWord("sliding_window_pattern") === "all";
  const period = config.int("sliding_window_period", facts.model.layers.type);
  const earlier = windowOf(config);
  return earlier === undefined
    ? undefined
    : { earlier, has: (layer) => all || layer % period !== 0 };
}
