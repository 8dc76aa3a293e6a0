import { decoderOf, groupedQuery, maskOf, windowed, windowOf } from "./decoder.js";
import type { Family } from "./family.js";
import { decoderFields, firstOf, layerTypes, windows } from "./fields.js";
import { biasOf } from "./llama.js";
import { ropeOf } from "./rope.js";

/** gpt-oss: transformers, models/gpt_oss/configuration_gpt_oss.py; sinks as modeling_gpt_oss.py. */
export const gptOss: Family = {
  type: "gpt_oss",
  title: "gpt-oss",
  checkpoint: "gpt_oss",
  defaults: {
    attention_bias: true,
    head_dim: 64,
    max_position_embeddings: 131_072,
    num_key_value_heads: 8,
    rms_norm_eps: 1e-5,
    rope_scaling: {
      beta_fast: 32,
      beta_slow: 1,
      factor: 32,
      original_max_position_embeddings: 4096,
      rope_type: "yarn",
      truncate: false,
    },
    rope_theta: 150_000,
    sliding_window: 128,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    config.ignore("initial_context_length");
    config.leaveOut("Experts are outside the language", [
      "num_local_experts",
      "num_experts_per_tok",
      "experts_per_token",
      "intermediate_size",
      "hidden_act",
      "swiglu_limit",
      "router_aux_loss_coef",
      "output_router_logits",
    ]);
    const keys = windowOf(config);
    const layer = {
      ...groupedQuery(config, decoder),
      rope: ropeOf(config, "half"),
      sinks: "learned",
      bias: biasOf(config),
    } as const;
    return {
      model: {
        ...decoder,
        checkpoint: { family: "gpt_oss", order: "grouped" },
        preNorm: { kind: "rms", eps: config.number("rms_norm_eps") },
        layers: windowed(config, decoder.depth, (i) => i % 2 === 0).map((has) => ({
          ...layer,
          mask: maskOf(has ? keys : undefined),
        })),
        mlp: undefined,
      },
      remarks: [...decoder.remarks, "Its attention: the experts are outside the language."],
    };
  },
  write: (model) => {
    const layer = firstOf(model);
    return {
      architectures: ["GptOssForCausalLM"],
      attention_bias: layer.bias.value.length > 0,
      ...decoderFields(model),
      head_dim: layer.headDim.value.size,
      layer_types: layerTypes(model),
      model_type: "gpt_oss",
      sliding_window: windows(model).keys ?? 128,
    };
  },
};
