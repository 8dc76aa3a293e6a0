import { decoderOf, gatedMlp, groupedQuery, maskOf, windowOf } from "./decoder.js";
import type { Family } from "./family.js";
import { decoderFields, firstOf, mlpFields, windows } from "./fields.js";
import { ropeOf } from "./rope.js";

/**
 * Mistral: transformers, models/mistral/configuration_mistral.py. A window that is `null` is none;
 * one that is absent is 4096.
 */
export const mistral: Family = {
  type: "mistral",
  title: "Mistral",
  checkpoint: "llama",
  defaults: {
    hidden_act: "silu",
    max_position_embeddings: 131_072,
    num_key_value_heads: 8,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
    sliding_window: 4096,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    const layer = {
      ...groupedQuery(config, decoder),
      rope: ropeOf(config, "half"),
      mask: maskOf(windowOf(config)),
    };
    return {
      model: {
        ...decoder,
        checkpoint: { family: "llama", order: "grouped" },
        preNorm: { kind: "rms", eps: config.number("rms_norm_eps") },
        layers: Array.from({ length: decoder.depth }, () => layer),
        mlp: gatedMlp(config, "hidden_act"),
      },
      remarks: decoder.remarks,
    };
  },
  write: (model) => {
    const layer = firstOf(model);
    return {
      architectures: ["MistralForCausalLM"],
      ...decoderFields(model),
      head_dim: layer.headDim.value.size,
      ...mlpFields(layer, "hidden_act"),
      model_type: "mistral",
      sliding_window: windows(model).keys,
    };
  },
};
