import { inits, times } from "./depth.js";
import { decoderOf, gatedMlp, headDimOf, kvHeadsOf } from "./decoder.js";
import type { Family } from "./family.js";
import { decoderFields, firstOf, mlpFields } from "./fields.js";
import { biasOf } from "./llama.js";
import { keyHeads } from "../plan/attention-tensors.js";
import { ropeOf } from "./rope.js";

/**
 * DiffLlama: transformers, models/diffllama/configuration_diffllama.py and modeling_diffllama.py.
 * The first half of the heads is signal, the second noise; K heads alike, and a pair's V is one V
 * head of each half. λ.init follows the zero-based layer itself, and heads are normed without a
 * weight.
 */
export const diffLlama: Family = {
  type: "diffllama",
  title: "DiffLlama",
  checkpoint: "diff_llama",
  defaults: {
    hidden_act: "silu",
    max_position_embeddings: 2048,
    rms_norm_eps: 1e-5,
    rope_theta: 10_000,
  },
  read: (config) => {
    const decoder = decoderOf(config);
    config.ignore("lambda_std_dev");
    const headDim = headDimOf(config, decoder);
    const eps = config.number("rms_norm_eps");
    const groups = decoder.heads / 2;
    const keys = kvHeadsOf(config, decoder.heads);
    const layer = {
      groups,
      signal: 1,
      noise: 1,
      pairs: keys / 2,
      headDim,
      valueDim: 2 * headDim,
      noiseKeys: "own",
      rope: ropeOf(config, "half"),
      mask: { kind: "causal" },
      bias: biasOf(config),
    } as const;
    return {
      model: {
        ...decoder,
        checkpoint: { family: "diff_llama", order: "halves" },
        preNorm: { kind: "rms", eps },
        layers: inits(decoder.depth, 0).map((init) => ({
          ...layer,
          lambda: { kind: "reparam", init },
          headNorm: { kind: "rms", eps, times: times(init) },
        })),
        mlp: gatedMlp(config, "hidden_act"),
      },
      remarks: [
        ...decoder.remarks,
        `num_key_value_heads ${keys} counts K1 and K2 apart, and each half of a V: ${keys / 2} KV pairs.`,
      ],
    };
  },
  write: (model) => {
    const layer = firstOf(model);
    return {
      architectures: ["DiffLlamaForCausalLM"],
      attention_bias: layer.bias.value.length > 0,
      ...decoderFields(model),
      head_dim: layer.headDim.value.size,
      lambda_std_dev: 0.1,
      ...mlpFields(layer, "hidden_act"),
      model_type: "diffllama",
      num_key_value_heads: keyHeads(layer),
    };
  },
};
