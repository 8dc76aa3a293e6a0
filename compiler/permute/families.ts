import type { CheckpointFamily } from "../plan/plan.js";

const plain = ["q", "k", "v", "o"];
const biases = ["q_bias", "k_bias", "v_bias", "o_bias"];
const vectors = ["lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2"];
const latents = ["q_down", "q_latent_norm", "kv_down", "kv_latent_norm", "kv_up"];
const others = ["attention_norm", "mlp_norm", "mlp_gate", "mlp_up", "mlp_down"];
const polynorm = ["polynorm_weight", "polynorm_bias"];

/** The tensors of a layer that a family's own code reads, by the plan's names. */
const tensors: Readonly<Record<Exclude<CheckpointFamily, "native">, readonly string[]>> = {
  motif: [...plain, ...latents, ...vectors, "lambda", "head_norm", "gate", ...others, ...polynorm],
  // Its head norm has no weight of its own: a weight is folded into `o`.
  diff_llama: [...plain, ...biases, ...vectors, "head_norm", ...others],
  llama: [...plain, ...biases, "q_norm", "k_norm", ...others],
  gpt_oss: [...plain, ...biases, "sinks", ...others],
  deepseek: [...plain, ...latents, ...others],
};

/**
 * Whether a family's format has a place for a tensor. Any other would be stored under a name that
 * nobody looks for, and its reader would compute something else without a word.
 */
export function holds(family: CheckpointFamily, tensor: string): boolean {
  return family === "native" || tensors[family].includes(tensor);
}
