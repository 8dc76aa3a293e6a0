import { attentionTensors } from "../plan/attention-tensors.js";
import type { ModelPlan } from "../plan/plan.js";
import { layerTensors, outerTensors, type Part } from "../plan/tensors.js";
import { attentionName, isStored, layerName, outerName } from "./names.js";
import { rowOrder, type RowOrder } from "./row-order.js";

/** A tensor of a checkpoint, and which tensor of the plan it holds. Matrices are out × in. */
export interface StoredTensor {
  /** Its name in the checkpoint. */
  readonly name: string;
  readonly shape: readonly number[];
  readonly part: Part;
  /** The plan's name for it: `q`, `mlp_up`, `embedding`. */
  readonly tensor: string;
  /** Absent around the layers. */
  readonly layer: number | undefined;
  /** Absent where its rows are in memory order. */
  readonly order: RowOrder | undefined;
}

/**
 * All tensors of a model's checkpoint: the one list that growth, permutation, export and the
 * reports of them share. In the order of a forward pass.
 */
export function storedTensors(model: ModelPlan): readonly StoredTensor[] {
  const checkpoint = model.checkpoint.value;
  const [embedding, ...after] = outerTensors(model).map((tensor): StoredTensor => ({
    name: outerName(checkpoint, tensor),
    shape: tensor.shape,
    part: tensor.part,
    tensor: tensor.name,
    layer: undefined,
    order: undefined,
  }));
  const layers = model.layers.flatMap((layer) => {
    const attention = attentionTensors(layer, model.hidden.value)
      .filter(({ name }) => isStored(checkpoint, name))
      .map(({ name, shape }): StoredTensor => ({
        name: attentionName(checkpoint, layer, name),
        shape,
        part: "attention",
        tensor: name,
        layer: layer.index,
        order: rowOrder(layer, checkpoint, name),
      }));
    const others = layerTensors(model, layer).filter(({ part }) => part !== "attention");
    const stored = others.map((tensor): StoredTensor => ({
      name: layerName(checkpoint, layer.index, tensor),
      shape: tensor.shape,
      part: tensor.part,
      tensor: tensor.name,
      layer: layer.index,
      order: undefined,
    }));
    return [
      ...stored.filter(({ tensor }) => tensor.startsWith("attention_norm")),
      ...attention,
      ...stored.filter(({ tensor }) => !tensor.startsWith("attention_norm")),
    ];
  });
  return [...(embedding ? [embedding] : []), ...layers, ...after];
}
