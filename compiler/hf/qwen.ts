import { facts } from "../facts/table.js";
import { type BiasSite } from "../plan/plan.js";
import type { Config } from "./config.js";
import { decoderOf, gatedMlp, groupedQuery, maskOf, windowed, windowOf } from "./decoder.js";
import type { Family, Reading } from "./family.js";
import { decoderFields, firstOf, layerTypes, mlpFields, windows } from "./fields.js";
import { biasOf } from "./llama.js";
import { ropeOf } from "./rope.js";

const defaults = {
  hidden_act: "silu",
  max_position_embeddings: 32_768,
  max_window_layers: 28,
  num_key_value_heads: 32,
  rms_norm_eps: 1e-6,
  rope_theta: 10_000,
  sliding_window: 4096,
};

/** Qwen2 and 2.5: transformers, models/qwen2/configuration_qwen2.py; biases as modeling_qwen2.py. */
export const qwen2: Family = {
  type: "qwen2",
  title: "Qwen2",
  checkpoint: "llama",
  defaults,
  read: (config) => reading(config, ["q", "k", "v"], false),
  write: (model) => ({
    architectures: ["Qwen2ForCausalLM"],
    ...written(model),
    model_type: "qwen2",
  }),
};

/** Qwen3: transformers, models/qwen3/configuration_qwen3.py; QK-norm as modeling_qwen3.py. */
export const qwen3: Family = {
  type: "qwen3",
  title: "Qwen3",
  checkpoint: "llama",
  defaults: { ...defaults, head_dim: 128 },
  read: (config) => reading(config, biasOf(config), true),
  write: (model) => ({
    architectures: ["Qwen3ForCausalLM"],
    attention_bias: firstOf(model).bias.value.length > 0,
    ...written(model),
    model_type: "qwen3",
  }),
};

function reading(config: Config, bias: readonly BiasSite[], qkNorm: boolean): Reading {
  const decoder = decoderOf(config);
  const eps = config.number("rms_norm_eps");
  const layer = {
    ...groupedQuery(config, decoder),
    rope: ropeOf(config, "half"),
    bias,
    ...(qkNorm ? { qkNorm: { eps } } : {}),
  };
  return {
    model: {
      ...decoder,
      checkpoint: { family: "llama", order: "grouped" },
      preNorm: { kind: "rms", eps },
      layers: windowsOf(config, decoder.depth).map((keys) => ({ ...layer, mask: maskOf(keys) })),
      mlp: gatedMlp(config, "hidden_act"),
    },
    remarks: decoder.remarks,
  };
}

/** Windows only where they are switched on, and then from layer `max_window_layers`. */
function windowsOf(config: Config, depth: number): readonly (number | undefined)[] {
  if (!config.flag("use_sliding_window")) {
    config.notInUse("sliding_window", "`use_sliding_window` is false");
    config.ignore("max_window_layers");
    const kinds = windowed(config, depth, () => false);
    if (kinds.includes(true)) config.refuse("layer_types", "`use_sliding_window` is false");
    return kinds.map(() => undefined);
  }
  const keys = windowOf(config);
  const from = config.int("max_window_layers", { ...facts.model.layers.type, least: 0 });
  return windowed(config, depth, (layer) => layer >= from).map((has) => (has ? keys : undefined));
}

function written(model: Parameters<Family["write"]>[0]): ReturnType<Family["write"]> {
  const layer = firstOf(model);
  const { keys } = windows(model);
  const from = model.layers.findIndex(({ mask }) => mask.value.kind === "window");
  return {
    ...decoderFields(model),
    head_dim: layer.headDim.value.size,
    ...mlpFields(layer, "hidden_act"),
    ...(keys === null ? {} : { layer_types: layerTypes(model) }),
    max_window_layers: from < 0 ? model.layers.length : from,
    sliding_window: keys,
    use_sliding_window: keys !== null,
  };
}
