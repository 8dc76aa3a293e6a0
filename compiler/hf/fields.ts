import { totals } from "../plan/heads.js";
import type { Float, LayerPlan, ModelPlan, WeightStorage } from "../plan/plan.js";
import type { Fields } from "./config.js";
import { ropeFields } from "./rope.js";

const dtypes: Readonly<Record<Float, string>> = {
  f32: "float32",
  f16: "float16",
  bf16: "bfloat16",
};

/** Of quantised weights that of a checkpoint like theirs, which the export then sees to be another. */
function torchDtype(storage: WeightStorage): string {
  return dtypes["block" in storage ? "bf16" : storage.weights];
}

/** The layer that a config with one value for all layers speaks of. */
export function firstOf({ layers }: ModelPlan): LayerPlan {
  const [layer] = layers;
  if (!layer) throw new Error("A model has a layer.");
  return layer;
}

/** The fields that all families have, from a model and one of its layers. */
export function decoderFields(model: ModelPlan, layer = firstOf(model)): Fields {
  const { vocab, embedding, preNorm } = model;
  return {
    attention_dropout: 0,
    hidden_size: model.hidden.value,
    max_position_embeddings: model.context.value,
    num_attention_heads: totals(layer).query,
    num_hidden_layers: model.layers.length,
    num_key_value_heads: layer.kvPairs.value,
    ...(preNorm ? { rms_norm_eps: preNorm.value.eps } : {}),
    ...(layer.rope ? ropeFields(layer.rope.value) : {}),
    tie_word_embeddings: embedding?.value === "tied",
    torch_dtype: torchDtype(model.dtype.value),
    use_cache: true,
    ...(vocab ? { vocab_size: vocab.value } : {}),
  };
}

/** The fields of a gated MLP; none without an MLP. */
export function mlpFields(layer: LayerPlan, activationField: string): Fields {
  const { mlp } = layer;
  if (!mlp) return {};
  const activation = mlp.activation.value === "polynorm" ? "poly_norm" : mlp.activation.value;
  return { [activationField]: activation, intermediate_size: mlp.width.value };
}

/** `layer_types`, by which layers have a window. */
export function layerTypes({ layers }: ModelPlan): readonly string[] {
  return layers.map(({ mask }) =>
    mask.value.kind === "window" ? "sliding_attention" : "full_attention",
  );
}

/** The window of the layers that have one, and the first such layer and the first without. */
export function windows({ layers }: ModelPlan): {
  readonly keys: number | null;
  readonly local: LayerPlan | undefined;
  readonly global: LayerPlan | undefined;
} {
  const local = layers.find(({ mask }) => mask.value.kind === "window");
  const global = layers.find(({ mask }) => mask.value.kind !== "window");
  return {
    keys: local?.mask.value.kind === "window" ? local.mask.value.keys : null,
    local,
    global,
  };
}
