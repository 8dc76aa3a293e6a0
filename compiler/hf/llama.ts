import type { BiasSite } from "../plan/plan.js";
import type { Config } from "./config.js";
import { decoderOf, gatedMlp, groupedQuery } from "./decoder.js";
import type { Family } from "./family.js";
import { decoderFields, firstOf, mlpFields } from "./fields.js";
import { ropeOf } from "./rope.js";

/** Llama 1 to 3: transformers, models/llama/configuration_llama.py. */
export const llama: Family = {
  type: "llama",
  title: "Llama",
  checkpoint: "llama",
  defaults: {
    hidden_act: "silu",
    max_position_embeddings: 2048,
    rms_norm_eps: 1e-6,
    rope_theta: 10_000,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    const layer = {
      ...groupedQuery(config, decoder),
      rope: ropeOf(config, "half"),
      mask: { kind: "causal" },
      bias: biasOf(config),
    } as const;
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
      architectures: ["LlamaForCausalLM"],
      attention_bias: layer.bias.value.length > 0,
      ...decoderFields(model),
      head_dim: layer.headDim.value.size,
      ...mlpFields(layer, "hidden_act"),
      mlp_bias: false,
      model_type: "llama",
    };
  },
};

/** `attention_bias`: on all four projections, as the Llama line has it. */
export function biasOf(config: Config): readonly BiasSite[] {
  return config.flag("attention_bias") ? ["q", "k", "v", "o"] : [];
}
