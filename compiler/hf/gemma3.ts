import { facts } from "../facts/table.js";
import type { Rope, Float } from "../plan/plan.js";
import type { Config } from "./config.js";
import { dtypeOf, maskOf, windowed, windowOf } from "./decoder.js";
import type { Family, Reading } from "./family.js";
import { firstOf, layerTypes, windows } from "./fields.js";
import { gemmaDefaults, gemmaFields, gemmaOf, gemmaRemarks } from "./gemma.js";
import { ropeFields, ropeOf } from "./rope.js";

const defaults = {
  ...gemmaDefaults,
  max_position_embeddings: 131_072,
  rope_local_base_freq: 10_000,
  rope_theta: 1_000_000,
  sliding_window_pattern: 6,
  vocab_size: 262_208,
};

/**
 * Gemma 3, its text part: transformers, models/gemma3/configuration_gemma3.py. Every sixth layer sees
 * all keys with the stretched rope; the others have a window and a rope of their own.
 */
export const gemma3Text: Family = {
  type: "gemma3_text",
  title: "Gemma 3",
  checkpoint: "native",
  defaults,
  read: (config) => reading(config),
  write: (model) => {
    const { keys, local, global } = windows(model);
    const layer = global ?? firstOf(model);
    return {
      architectures: ["Gemma3ForCausalLM"],
      ...gemmaFields(model),
      layer_types: layerTypes(model),
      model_type: "gemma3_text",
      rms_norm_eps: layer.qkNorm?.value.eps ?? defaults.rms_norm_eps,
      rope_local_base_freq: local?.rope?.value.theta ?? defaults.rope_local_base_freq,
      ...(layer.rope ? ropeFields(layer.rope.value) : {}),
      sliding_window: keys,
    };
  },
};

/** Gemma 3 with its image part, which no spec says: the text part is in `text_config`. */
export const gemma3: Family = {
  ...gemma3Text,
  type: "gemma3",
  defaults: {},
  read: (config) => {
    config.need("text_config");
    config.ignore("architectures", "transformers_version", "initializer_range");
    config.ignore("bos_token_id", "eos_token_id", "pad_token_id", "boi_token_index");
    config.ignore("eoi_token_index", "image_token_index", "tie_word_embeddings", "auto_map");
    config.leaveOut("Images are outside the language", ["vision_config", "mm_tokens_per_image"]);
    const dtype = dtypeOf(config);
    return reading(config.inner("text_config", defaults) ?? config, dtype);
  },
};

function reading(config: Config, dtype?: Float): Reading {
  const { decoder, layer } = gemmaOf(config, dtype);
  config.only("use_bidirectional_attention", [false], "it changes masks with the task");
  const keys = windowOf(config);
  const [global, local] = ropesOf(config);
  const qkNorm = { eps: config.number("rms_norm_eps") };
  const period = patternOf(config);
  return {
    model: {
      ...decoder,
      checkpoint: { family: "native", order: "grouped" },
      preNorm: undefined,
      layers: windowed(config, decoder.depth, (i) => (i + 1) % period !== 0).map((has) => ({
        ...layer,
        qkNorm,
        rope: has ? local : global,
        mask: maskOf(has ? keys : undefined),
      })),
      mlp: undefined,
    },
    remarks: [
      ...decoder.remarks,
      ...gemmaRemarks,
      "That holds for q_norm and k_norm too: add 1 to them, and take native names for the weights.",
    ],
  };
}

/** Of the layers that see all keys, and of those with a window. */
function ropesOf(config: Config): readonly [Rope, Rope] {
  const both = config.inner("rope_parameters");
  const [full, sliding] = [both?.inner("full_attention"), both?.inner("sliding_attention")];
  if (both && full && sliding) {
    config.ignore("rope_theta", "rope_local_base_freq");
    return [ropeOf(config, "half", full), ropeOf(config, "half", sliding)];
  }
  const theta = config.number("rope_local_base_freq");
  return [ropeOf(config, "half"), { pairing: "half", theta, scaling: { kind: "none" } }];
}

/** Every so many layers one sees all keys; the field has had an underscore for a while. */
function patternOf(config: Config): number {
  const underscored = config.has("_sliding_window_pattern");
  const named = underscored ? "_sliding_window_pattern" : "sliding_window_pattern";
  return config.int(named, facts.model.layers.type);
}
