import type { ModelPlan, Float } from "../plan/plan.js";
import type { Config, Fields } from "./config.js";
import { type Decoder, decoderOf, type GroupedQuery, groupedQuery } from "./decoder.js";
import { decoderFields, firstOf } from "./fields.js";
import { biasOf } from "./llama.js";

/** What Gemma 2 and 3 have in common: a score scale of their own, and norms that no spec says. */
export function gemmaOf(config: Config, dtype?: Float): { decoder: Decoder; layer: GemmaLayer } {
  const decoder = decoderOf(config, dtype);
  config.leaveOut(
    "Gemma's MLP, with the approximated GELU and norms on both sides, cannot be said",
    ["intermediate_size", "hidden_activation", "hidden_act"],
  );
  config.leaveOut("What is done to logits is outside the language", ["final_logit_softcapping"]);
  const scalar = config.number("query_pre_attn_scalar");
  return {
    decoder,
    layer: {
      ...groupedQuery(config, decoder),
      scoreScale: 1 / Math.sqrt(scalar),
      softcap: config.optionalNumber("attn_logit_softcapping"),
      bias: biasOf(config),
    },
  };
}

/** Written for both: the scale as the number whose root divides the scores. */
export function gemmaFields(model: ModelPlan): Fields {
  const layer = firstOf(model);
  const scalar = layer.scoreScale.value ** -2;
  const whole = Math.round(scalar);
  return {
    attention_bias: layer.bias.value.length > 0,
    attn_logit_softcapping: layer.softcap?.value ?? null,
    ...decoderFields(model),
    head_dim: layer.headDim.value.size,
    query_pre_attn_scalar: Math.abs(scalar - whole) < 1e-9 * whole ? whole : scalar,
  };
}

export const gemmaRemarks = [
  "Its attention: Gemma's MLP, the scale of its embeddings and its four norms a layer, whose weights are stored less 1, are outside the language.",
];

interface GemmaLayer extends GroupedQuery {
  readonly scoreScale: number;
  readonly softcap: number | undefined;
  readonly bias: ReturnType<typeof biasOf>;
}

/** The defaults that Gemma 2 and 3 share: transformers, models/gemma2/configuration_gemma2.py. */
export const gemmaDefaults = {
  head_dim: 256,
  num_attention_heads: 8,
  num_key_value_heads: 4,
  query_pre_attn_scalar: 256,
  rms_norm_eps: 1e-6,
  sliding_window: 4096,
  tie_word_embeddings: true,
};
