import { facts } from "../facts/table.js";
import type { LayerPlan, RopeScaling } from "../plan/plan.js";
import { nearTemperature } from "../spec/temperature.js";
import type { Config, Fields } from "./config.js";
import { decoderOf, gatedMlp } from "./decoder.js";
import type { Family, Reading } from "./family.js";
import { decoderFields, firstOf, mlpFields } from "./fields.js";
import { mscaled, ropeOf } from "./rope.js";

/** The eps of both latents' norms, which the models' code does not take from the config. */
const LATENT_EPS = 1e-6;

/**
 * DeepSeek-V2: its own modeling_deepseek.py and transformers, models/deepseek_v2. Every head has K and
 * V of its own out of the latent; YaRN's temperature for `mscale_all_dim` is squared in the scores.
 */
export const deepseekV2 = family("deepseek_v2", "DeepSeek-V2", "DeepseekV2ForCausalLM", 2048);

/** DeepSeek-V3 and R1: as V2; transformers, models/deepseek_v3/configuration_deepseek_v3.py. */
export const deepseekV3 = family("deepseek_v3", "DeepSeek-V3", "DeepseekV3ForCausalLM", 4096);

function family(type: string, title: string, architecture: string, context: number): Family {
  return {
    type,
    title,
    checkpoint: "deepseek",
    defaults: {
      hidden_act: "silu",
      max_position_embeddings: context,
      rms_norm_eps: 1e-6,
      rope_theta: 10_000,
    },
    read: reading,
    write: (model) => ({
      architectures: [architecture],
      attention_bias: false,
      ...decoderFields(model),
      ...latentFields(firstOf(model)),
      ...mlpFields(firstOf(model), "hidden_act"),
      ...scalingWithMscale(firstOf(model)),
      model_type: type,
    }),
  };
}

function reading(config: Config): Reading {
  const decoder = decoderOf(config);
  config.need("kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim");
  const sparse = "sparse attention chooses its keys while it runs";
  for (const name of ["index_topk", "index_n_heads", "index_head_dim"])
    config.only(name, [], sparse);
  config.only("attention_bias", [false], "beside a latent only the output may have a bias");
  config.only("num_key_value_heads", [decoder.heads], "every head has K and V out of the latent");
  const width = facts.model.hidden.type;
  const plain = config.int("qk_nope_head_dim", width);
  const rotary = config.int("qk_rope_head_dim", width);
  config.only("head_dim", [rotary, plain + rotary], "a head has its plain and its rotary channels");
  const adjacent = !config.has("rope_interleave") || config.flag("rope_interleave");
  const rope = ropeOf(config, adjacent ? "adjacent" : "half");
  const temperature = temperatureOf(config, rope.scaling);
  const layer = {
    groups: decoder.heads,
    signal: 1,
    noise: 0,
    pairs: decoder.heads,
    headDim: [
      { kind: "plain", size: plain },
      { kind: "rotary", size: rotary },
    ],
    valueDim: config.int("v_head_dim", width),
    rope,
    mask: { kind: "causal" },
    scoreScale: (temperature * temperature) / Math.sqrt(plain + rotary),
    latent: {
      query: config.optionalInt("q_lora_rank", width),
      kv: config.int("kv_lora_rank", width),
      eps: LATENT_EPS,
    },
    cache: "latent",
  } as const;
  const experts = config.has("n_routed_experts");
  if (experts) leaveOutExperts(config);
  return {
    model: {
      ...decoder,
      checkpoint: { family: "deepseek", order: "grouped" },
      preNorm: { kind: "rms", eps: config.number("rms_norm_eps") },
      layers: Array.from({ length: decoder.depth }, () => layer),
      mlp: experts || !config.has("intermediate_size") ? undefined : gatedMlp(config, "hidden_act"),
    },
    remarks: [
      ...decoder.remarks,
      ...(experts ? ["Its attention: the experts are outside the language."] : []),
      "The latent is cached, as in serving code; no config says so.",
    ],
  };
}

function temperatureOf(config: Config, scaling: RopeScaling): number {
  const inner = config.inner("rope_parameters") ?? config.inner("rope_scaling");
  const all = inner?.optionalNumber("mscale_all_dim");
  return scaling.kind === "yarn" && all !== undefined ? mscaled(scaling.factor, all) : 1;
}

function leaveOutExperts(config: Config): void {
  config.leaveOut("Experts are outside the language", [
    "n_routed_experts",
    "n_shared_experts",
    "num_experts_per_tok",
    "moe_intermediate_size",
    "moe_layer_freq",
    "first_k_dense_replace",
    "intermediate_size",
    "hidden_act",
    "n_group",
    "topk_group",
    "topk_method",
    "norm_topk_prob",
    "routed_scaling_factor",
    "scoring_func",
    "aux_loss_alpha",
    "seq_aux",
    "ep_size",
    "mlp_bias",
  ]);
  config.leaveOut("Prediction of further tokens is outside", ["num_nextn_predict_layers"]);
}

export function latentFields({ latent, headDim, valueDim }: LayerPlan): Fields {
  const rotary = headDim.value.parts.find(({ kind }) => kind === "rotary")?.size ?? 0;
  return {
    kv_lora_rank: latent?.kv.value ?? null,
    q_lora_rank: latent?.query?.value ?? null,
    qk_nope_head_dim: headDim.value.size - rotary,
    qk_rope_head_dim: rotary,
    v_head_dim: valueDim.value,
  };
}

/** YaRN with the two mscales that its gain and the score scale come from. */
function scalingWithMscale({ rope, scoreScale, headDim }: LayerPlan): Fields {
  const scaling = rope?.value.scaling;
  if (scaling?.kind !== "yarn") return {};
  const squared = scoreScale.value * Math.sqrt(headDim.value.size);
  const all = nearTemperature(scaling, Math.sqrt(squared));
  const own = all && nearTemperature(scaling, scaling.gain * all.value);
  return {
    rope_scaling: {
      beta_fast: scaling.betaFast,
      beta_slow: scaling.betaSlow,
      factor: scaling.factor,
      ...(own ? { mscale: own.mscale, mscale_all_dim: all.mscale } : {}),
      original_max_position_embeddings: scaling.original,
      type: "yarn",
    },
  };
}
