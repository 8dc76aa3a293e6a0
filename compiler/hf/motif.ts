import { facts } from "../facts/table.js";
import { keyHeads } from "../plan/attention-tensors.js";
import { totals } from "../plan/heads.js";
import type { BiasSite } from "../plan/plan.js";
import type { Config } from "./config.js";
import { inits, times } from "./depth.js";
import { decoderOf, gatedMlp, headDimOf, kvHeadsOf } from "./decoder.js";
import type { Family } from "./family.js";
import { decoderFields, firstOf, mlpFields } from "./fields.js";
import { ropeOf } from "./rope.js";

/**
 * Motif 2.6B and 2-12.7B: MotifTechnologies/vllm (branch `motif`), models/motif.py, and
 * junhoyeo/mlx-motif, model.py. Without `num_noise_heads` half of the heads are noise.
 * `num_key_value_heads` counts K1 and K2 apart.
 */
export const motif: Family = {
  type: "motif",
  title: "Motif",
  checkpoint: "motif",
  defaults: {
    attn_rms_norm_eps: 1e-5,
    hidden_act: "poly_norm",
    max_position_embeddings: 8192,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    refuseOthers(config);
    const { heads } = decoder;
    const noise = config.optionalInt("num_noise_heads", facts.attention.heads.type) ?? heads / 2;
    const keys = kvHeadsOf(config, heads);
    const headDim = headDimOf(config, decoder);
    const headEps = config.number("attn_rms_norm_eps");
    const layer = {
      groups: noise,
      signal: (heads - noise) / noise,
      noise: 1,
      pairs: keys / 2,
      headDim,
      valueDim: 2 * headDim,
      noiseKeys: "own",
      rope: ropeOf(config, "half"),
      mask: { kind: isCausal(config) ? "causal" : "bidirectional" },
      bias: biasOf(config),
    } as const;
    return {
      model: {
        ...decoder,
        checkpoint: { family: "motif", order: "grouped" },
        preNorm: { kind: "rms", eps: config.number("rms_norm_eps") },
        layers: inits(decoder.depth, 1).map((init) => ({
          ...layer,
          lambda: { kind: "reparam", init },
          headNorm: { kind: "rms", eps: headEps, times: times(init) },
        })),
        mlp: gatedMlp(config, "hidden_act", "use_bias"),
      },
      remarks: [
        ...decoder.remarks,
        `num_key_value_heads ${keys} counts K1 and K2 apart: ${keys / 2} KV pairs.`,
      ],
    };
  },
  write: (model) => {
    const layer = firstOf(model);
    const { noise, query } = totals(layer);
    const size = layer.headDim.value.size;
    const norm = layer.headNorm?.value;
    const bias = layer.bias.value;
    // Motif 2.6B's own code has neither field: half of the heads, and the hidden size in equal parts.
    const vanilla = 2 * noise === query && query * size === model.hidden.value;
    return {
      architectures: ["MotifForCausalLM"],
      ...(bias.length > 0 ? { attention_bias: bias.includes("o") } : {}),
      ...(norm?.kind === "rms" ? { attn_rms_norm_eps: norm.eps } : {}),
      ...decoderFields(model),
      ...(vanilla ? {} : { head_dim: size, k_ratio: 1, num_noise_heads: noise }),
      ...mlpFields(layer, "hidden_act"),
      model_type: "Motif",
      num_key_value_heads: keyHeads(layer),
      ...(bias.includes("q") === bias.includes("o") ? {} : { qkv_bias: bias.includes("q") }),
      ...(layer.mask.value.kind === "bidirectional" ? { is_causal: false } : {}),
      use_bias: false,
      use_sliding_window: false,
    };
  },
};

/** `use_bias` is on everything; `qkv_bias` has the last word on q, k and v. */
function biasOf(config: Config): readonly BiasSite[] {
  const [attention, everything] = [config.flag("attention_bias"), config.flag("use_bias")];
  const all = attention || everything;
  const qkv = config.has("qkv_bias") ? config.flag("qkv_bias") : all;
  return [...(qkv ? (["q", "k", "v"] as const) : []), ...(all ? (["o"] as const) : [])];
}

function isCausal(config: Config): boolean {
  return !config.has("is_causal") || config.flag("is_causal");
}

/** What configs of this type can say and no released model does. */
function refuseOthers(config: Config): void {
  config.ignore("expanded", "fused_rope", "max_window_layers");
  config.only("partial_rotary_factor", [1], "which channels would turn is in no source");
  config.only("k_ratio", [1], "every KV pair has one K1 and one K2");
  config.only("attention_cls", ["basic"], "only `gdla` is another kind of attention");
  config.only("diff_v2", [false], "DIFF V2 without a latent is in no released Motif");
  config.only("use_sliding_window", [false], "which layers would have a window is in no source");
  config.only("headwise_attn_output_gate", [false], "a gate is in no released Motif but 3");
  config.only("elementwise_attn_output_gate", [false], "a gate is in no released Motif but 3");
  config.notInUse("sliding_window", "`use_sliding_window` is false");
}
