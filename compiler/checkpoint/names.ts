import type { TensorName } from "../plan/attention-tensors.js";
import type { Checkpoint, LayerPlan } from "../plan/plan.js";
import type { Tensor } from "../plan/tensors.js";

/** What a checkpoint calls a tensor of a layer outside attention: its norms and its MLP. */
export function layerName(checkpoint: Checkpoint, layer: number, { part, name }: Tensor): string {
  if (checkpoint.family === "native") {
    return `layers.${layer}.${part === "mlp" ? `mlp.${name.replace("mlp_", "")}` : name}`;
  }
  return `model.layers.${layer}.${storedLayerName(name)}`;
}

function storedLayerName(name: string): string {
  switch (name) {
    case "attention_norm":
      return "input_layernorm.weight";
    case "attention_norm_bias":
      return "input_layernorm.bias";
    case "mlp_norm":
      return "post_attention_layernorm.weight";
    case "mlp_norm_bias":
      return "post_attention_layernorm.bias";
    case "polynorm_weight":
      return "mlp.act_fn.weight";
    case "polynorm_bias":
      return "mlp.act_fn.bias";
    default:
      return `mlp.${name.replace("mlp_", "")}_proj.weight`;
  }
}

/** What a checkpoint calls a tensor around the layers. */
export function outerName(checkpoint: Checkpoint, { name }: Tensor): string {
  if (checkpoint.family === "native") return name;
  switch (name) {
    case "embedding":
      return "model.embed_tokens.weight";
    case "final_norm":
      return "model.norm.weight";
    case "final_norm_bias":
      return "model.norm.bias";
    default:
      return "lm_head.weight";
  }
}

/** Whether a checkpoint has this tensor at all: HF's DiffLlama norms its heads without a weight. */
export function isStored(checkpoint: Checkpoint, name: TensorName): boolean {
  return checkpoint.family !== "diff_llama" || name !== "head_norm";
}

/** What a checkpoint calls a tensor of an attention layer. */
export function attentionName(checkpoint: Checkpoint, layer: LayerPlan, name: TensorName): string {
  if (checkpoint.family === "native") return `layers.${layer.index}.attention.${name}`;
  return `model.layers.${layer.index}.self_attn.${storedName(layer, name)}`;
}

/** Names that the released models of the Llama line share. */
function storedName(layer: LayerPlan, name: TensorName): string {
  const fromLatent = layer.latent?.query !== undefined;
  switch (name) {
    case "q":
      return fromLatent ? "q_b_proj.weight" : "q_proj.weight";
    case "k":
    case "v":
    case "o":
    case "gate":
    case "lambda":
      return `${name}_proj.weight`;
    case "q_bias":
    case "k_bias":
    case "v_bias":
    case "o_bias":
      return `${name.slice(0, 1)}_proj.bias`;
    case "q_down":
      return "q_a_proj.weight";
    case "q_latent_norm":
      return "q_a_layernorm.weight";
    case "kv_down":
      return "kv_a_proj_with_mqa.weight";
    case "kv_latent_norm":
      return "kv_a_layernorm.weight";
    case "kv_up":
      return "kv_b_proj.weight";
    case "q_norm":
    case "k_norm":
      return `${name}.weight`;
    case "head_norm":
      return "subln.weight";
    case "head_norm_bias":
      return "subln.bias";
    case "head_norm_alpha":
      return "subln.alpha";
    case "sinks":
    case "lambda_q1":
    case "lambda_k1":
    case "lambda_q2":
    case "lambda_k2":
      return name;
  }
}
