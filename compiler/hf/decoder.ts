import { facts } from "../facts/table.js";
import type { Mask, Float } from "../plan/plan.js";
import type { Config } from "./config.js";
import type { Mlp } from "./model.js";

/** What the configs of all families have. */
export interface Decoder {
  readonly hidden: number;
  readonly depth: number;
  readonly context: number;
  readonly vocab: number;
  readonly tied: boolean;
  readonly dtype: Float;
  readonly heads: number;
  readonly remarks: readonly string[];
}

/** Fields that every config may have and that no layer computes with. */
const meaningless = [
  "_attn_implementation",
  "_attn_implementation_autoset",
  "_name_or_path",
  "architectures",
  "attention_dropout",
  "attn_implementation",
  "auto_map",
  "bos_token_id",
  "cache_implementation",
  "eos_token_id",
  "id2label",
  "initializer_range",
  "is_decoder",
  "is_encoder_decoder",
  "label2id",
  "output_attentions",
  "output_hidden_states",
  "pad_token_id",
  "pretraining_tp",
  "return_dict",
  "sep_token_id",
  "tokenizer_class",
  "torchscript",
  "transformers_version",
  "unsloth_fixed",
  "unsloth_version",
  "use_cache",
];

/**
 * Reads what all families have, and passes over what says nothing. The dtype may be that of a config
 * around this one.
 */
export function decoderOf(config: Config, around?: Float): Decoder {
  config.ignore(...meaningless);
  config.leaveOut("Quantized weights are outside the language", ["quantization_config"]);
  config.need("hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size");
  const { model, attention } = facts;
  const dtype = dtypeOf(config) ?? around;
  return {
    hidden: config.int("hidden_size", model.hidden.type),
    depth: config.int("num_hidden_layers", model.layers.type),
    context: config.int("max_position_embeddings", model.context.type),
    vocab: config.int("vocab_size", model.vocab.type),
    tied: config.flag("tie_word_embeddings"),
    dtype: dtype ?? "bf16",
    heads: config.int("num_attention_heads", attention.heads.type),
    remarks:
      dtype === undefined ? ["The config names no dtype; bf16 is what such models have."] : [],
  };
}

/** In what the weights are stored; `dtype` since transformers 5. */
export function dtypeOf(config: Config): Float | undefined {
  const named = config.has("dtype") ? "dtype" : "torch_dtype";
  switch (config.optionalWord(named)?.replace(/^torch\./, "")) {
    case undefined:
      return undefined;
    case "float32":
      return "f32";
    case "float16":
      return "f16";
    case "bfloat16":
      return "bf16";
    default:
      return config.refuse(named, "weights are `f32`, `f16` or `bf16`");
  }
}

/** KV heads, as many as query heads where the config does not say. */
export function kvHeadsOf(config: Config, heads: number): number {
  return config.optionalInt("num_key_value_heads", facts.attention.heads.type) ?? heads;
}

/** Channels of a head: said, or the hidden size in equal parts. */
export function headDimOf(config: Config, { hidden, heads }: Decoder): number {
  const said = config.optionalInt("head_dim", facts.model.hidden.type);
  if (said === undefined && hidden % heads !== 0) config.need("head_dim");
  return said ?? hidden / heads;
}

/** Heads of attention without noise heads, those that read one KV head being a group. */
export interface GroupedQuery {
  readonly groups: number;
  readonly signal: number;
  readonly noise: 0;
  readonly pairs: number;
  readonly headDim: number;
}

export function groupedQuery(config: Config, decoder: Decoder): GroupedQuery {
  const pairs = kvHeadsOf(config, decoder.heads);
  const headDim = headDimOf(config, decoder);
  return { groups: pairs, signal: decoder.heads / pairs, noise: 0, pairs, headDim };
}

/** The gated MLP of the Llama line; nothing where its activation or a bias cannot be said. */
export function gatedMlp(
  config: Config,
  activationField: string,
  biasField = "mlp_bias",
): Mlp | undefined {
  const activation = activations.get(config.word(activationField));
  const bias = config.flag(biasField);
  if (activation === undefined || bias) {
    const what = bias ? "An MLP with a bias cannot be said" : "Such an activation cannot be said";
    config.leaveOut(what, [bias ? biasField : activationField, "intermediate_size"]);
    return undefined;
  }
  const width = config.int("intermediate_size", facts.mlp.width.type);
  return { width, form: "gated", activation };
}

/** By transformers' names. Its other kinds of GELU are approximations, which is another function. */
const activations: ReadonlyMap<string, Mlp["activation"]> = new Map([
  ["silu", "silu"],
  ["swish", "silu"],
  ["gelu", "gelu"],
  ["relu", "relu"],
  ["poly_norm", "polynorm"],
] as const);

/** For each layer whether it has a window: `layer_types` where there is such a list. */
export function windowed(
  config: Config,
  depth: number,
  otherwise: (layer: number) => boolean,
): readonly boolean[] {
  const kinds = config.words("layer_types", depth);
  const other = kinds?.find((kind) => kind !== "full_attention" && kind !== "sliding_attention");
  if (other !== undefined) {
    config.refuse("layer_types", `attention is full or has a window, and \`${other}\` is neither`);
  }
  return Array.from({ length: depth }, (_, layer) =>
    kinds ? kinds[layer] === "sliding_attention" : otherwise(layer),
  );
}

/** A window of so many keys, the query's own counted, as transformers' masking_utils.py has it. */
export function maskOf(keys: number | undefined): Mask {
  return keys === undefined ? { kind: "causal" } : { kind: "window", keys };
}

/** A window of a config. */
export function windowOf(config: Config): number | undefined {
  return config.optionalInt("sliding_window", facts.model.context.type);
}
