import { totals } from "../plan/heads.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { nearTemperature } from "../spec/temperature.js";
import type { Config, Fields } from "./config.js";
import { latentFields } from "./deepseek.js";
import { decoderFields, firstOf, windows } from "./fields.js";

/** The config of Motif 3 that comes nearest to a plan. */
export function motif3Fields(model: ModelPlan): Fields {
  const { local, global } = windows(model);
  const layer = global ?? firstOf(model);
  const gate = layer.gate?.value.form;
  return {
    architectures: ["MotifForCausalLM"],
    attention_cls: "gdla",
    ...decoderFields(model, layer),
    diff_v2: true,
    elementwise_attn_output_gate: gate === "elementwise",
    head_dim: layer.headDim.value.size,
    headwise_attn_output_gate: gate === "headwise",
    k_ratio: 1,
    ...latentFields(layer),
    model_type: "Motif",
    num_noise_heads: totals(layer).noise,
    ...(layer.latent ? { rms_norm_eps: layer.latent.norm.value.eps } : {}),
    ...stretchedFields(model, layer),
    ...(local ? windowFields(model, local) : { use_sliding_window: false }),
  };
}

function stretchedFields({ context }: ModelPlan, layer: LayerPlan): Fields {
  const { rope, scoreScale, headDim } = layer;
  const scaling = rope?.value.scaling;
  if (!rope || scaling?.kind !== "yarn") return { original_seq_len: context.value };
  const { betaFast, betaSlow, factor, original } = scaling;
  const squared = scoreScale.value * Math.sqrt(headDim.value.size);
  const mscale = nearTemperature(scaling, Math.sqrt(squared))?.mscale ?? 1;
  return {
    mscale,
    original_seq_len: original,
    rope_factor: factor,
    rope_scaling: {
      apply_yarn_scaling: false,
      beta_fast: betaFast,
      beta_slow: betaSlow,
      factor,
      mscale,
      original_max_position_embeddings: original,
      rope_theta: rope.value.theta,
      rope_type: "yarn",
    },
  };
}

/** `sliding_window` counts earlier keys. Which layers have none repeats from layer 0 on. */
function windowFields({ layers }: ModelPlan, local: LayerPlan): Fields {
  const { mask, rope } = local;
  const full = layers.filter((layer) => layer.mask.value.kind !== "window");
  const [first, second] = full;
  const period = second && first ? second.index - first.index : layers.length;
  return {
    sliding_window: mask.value.kind === "window" ? mask.value.keys - 1 : null,
    sliding_window_pattern: first ? "interleave" : "all",
    sliding_window_period: period,
    ...(rope ? { swa_rope_theta: rope.value.theta } : {}),
    use_sliding_window: true,
  };
}

/** What Motif 3 has beside its attention. */
export function motif3OutsideFields(config: Config): void {
  config.ignore("_debug_force_load_balance", "output_router_logits", "router_aux_loss_coef");
  config.ignore("mhc_identity_init", "load_balance_coeff", "attention_cls");
  config.leaveOut("Experts are outside the language", [
    "num_experts",
    "experts_top_k",
    "num_shared_experts",
    "moe_intermediate_size",
    "interleave_moe_layer_step",
    "n_dense_first_layers",
    "score_func",
    "route_norm",
    "route_scale",
    "score_before_experts",
    "intermediate_size",
    "hidden_act",
    "hidden_clamp",
    "polynorm_output_scale",
    "polynorm_output_scale_per_layer",
    "polynorm_bias_clamp",
    "polynorm_sigmoid_weight",
  ]);
  config.leaveOut("Hyper-connections are outside the language", [
    "mhc_enabled",
    "mhc_expansion_rate",
    "mhc_sinkhorn_iters",
    "mhc_h_post_alpha_end",
  ]);
  config.leaveOut("Prediction of further tokens is outside", ["num_nextn_predict_layers"]);
}
