import { maskOf, windowed, windowOf } from "./decoder.js";
import type { Family } from "./family.js";
import { windows } from "./fields.js";
import { gemmaDefaults, gemmaFields, gemmaOf, gemmaRemarks } from "./gemma.js";
import { ropeOf } from "./rope.js";

/** Gemma 2: transformers, models/gemma2/configuration_gemma2.py; windows on the even layers. */
export const gemma2: Family = {
  type: "gemma2",
  title: "Gemma 2",
  checkpoint: "llama",
  defaults: {
    ...gemmaDefaults,
    attn_logit_softcapping: 50,
    max_position_embeddings: 8192,
    rope_theta: 10_000,
    vocab_size: 256_000,
  },
  read: (config) => {
    const { decoder, layer } = gemmaOf(config);
    config.ignore("rms_norm_eps", "sliding_window_size");
    const keys = windowOf(config);
    const rope = ropeOf(config, "half");
    return {
      model: {
        ...decoder,
        checkpoint: { family: "llama", order: "grouped" },
        preNorm: undefined,
        layers: windowed(config, decoder.depth, (i) => i % 2 === 0).map((has) => ({
          ...layer,
          rope,
          mask: maskOf(has ? keys : undefined),
        })),
        mlp: undefined,
      },
      remarks: [...decoder.remarks, ...gemmaRemarks],
    };
  },
  write: (model) => ({
    architectures: ["Gemma2ForCausalLM"],
    ...gemmaFields(model),
    model_type: "gemma2",
    sliding_window: windows(model).keys,
  }),
};
