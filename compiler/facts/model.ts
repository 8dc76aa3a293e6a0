import {
  block as blockOf,
  count,
  float,
  int,
  kind,
  optional,
  positive,
  required,
  takes,
  word,
} from "./type.js";

/** Far beyond any model in sight, so that what a plan holds for each layer stays bounded. */
const MOST_LAYERS = 1024;
export const MOST_WIDTH = 2 ** 24;

export const eps = required(positive, "Added to the mean square before the root is taken.");

const order = kind({
  grouped: word("In each group the signal heads, then the noise heads: the memory order."),
  blocked: word("All signal heads, then all noise heads."),
  halves: word("The first half of the heads is signal, the second noise, and K alike."),
});
const which = "Which heads lie where in the stored weights.";
const grouped = { order: optional(order, which, "grouped") };
const halves = { order: optional(order, which, "halves") };

const accumulate = optional(kind({ f32: word("32-bit sums.") }), "In what kernels add up.", "f32");

const cacheWords = {
  f32: word("4 bytes a value."),
  f16: word("2 bytes a value."),
  bf16: word("2 bytes a value, with the range of f32."),
  i8: word("1 byte a value, with scales."),
};

const block = optional(
  int({ least: 16, most: 256, powerOfTwo: true }),
  "How many neighbouring inputs of a matrix share a scale.",
  "32",
);

function storedAs(same: string) {
  const cache = optional(kind(cacheWords), "In what the cache holds K and V.", same);
  return { cache, accumulate };
}

export const model = {
  hidden: required(count(MOST_WIDTH), "Width of the residual stream."),
  layers: required(count(MOST_LAYERS), "How many layers, numbered from 0."),
  context: required(count(2 ** 31), "The longest sequence, in tokens."),
  vocab: optional(
    count(2 ** 31),
    "Rows of the embedding; without it there is no embedding and no head.",
  ),
  embedding: optional(
    kind({
      tied: word("The output head uses the embedding's weights."),
      untied: word("The output head has weights of its own."),
    }),
    "Whether the output head shares the embedding's weights.",
  ),
  dtype: required(
    kind({
      f32: takes("32-bit weights.", storedAs("f32")),
      f16: takes("16-bit weights.", storedAs("f16")),
      bf16: takes("16-bit weights with the range of f32.", storedAs("bf16")),
      i8: takes("8-bit matrices with scales, made from floats as they load.", {
        block,
        ...storedAs("f16"),
      }),
      i4: takes("4-bit matrices with scales, made from floats as they load.", {
        block,
        ...storedAs("f16"),
      }),
    }),
    "In what weights and cache are stored, and sums are kept.",
  ),
  checkpoint: optional(
    kind({
      native: takes("This project's own names.", grouped),
      motif: takes("Motif's names.", grouped),
      diff_llama: takes("Hugging Face's DiffLlama.", halves),
      llama: takes("Llama's names.", grouped),
      gpt_oss: takes("gpt-oss's names.", grouped),
      deepseek: takes("DeepSeek-V2's names.", grouped),
    }),
    "How stored weights are named and ordered.",
    "native",
  ),
  pre_norm: optional(
    kind({
      rms: takes("RMSNorm.", { eps }),
      layer: takes("LayerNorm.", { eps }),
    }),
    "The norm before attention and before the MLP.",
  ),
  mlp: optional(blockOf("mlp"), "The feed-forward part of each layer; without it, attention only."),
  attention: required(blockOf("attention"), "The attention of each layer."),
};

export const mlp = {
  width: required(count(MOST_WIDTH), "Channels between the MLP's two matrices."),
  form: required(
    kind({
      gated: word("Two matrices in, one gating the other, and one out."),
      ungated: word("One matrix in and one out."),
    }),
    "Whether one half of the MLP gates the other.",
  ),
  activation: required(
    kind({
      silu: word("x · σ(x)."),
      gelu: word("x · Φ(x)."),
      relu: word("max(x, 0)."),
      polynorm: word("A learned sum of the RMS-normed x, x² and x³."),
    }),
    "The nonlinearity between the MLP's matrices.",
  ),
};

/** Also where a norm stands on heads: the factor on what it puts out. */
export const times = optional(float(), "A factor on the norm's output.", "1");
