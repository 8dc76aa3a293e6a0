import { gdaError } from "../../runtime/error.js";
import { totals } from "../plan/heads.js";
import type { Checkpoint, LayerPlan, ModelPlan, Rope } from "../plan/plan.js";
import { layerSet } from "../plan/layer-sets.js";
import { layerTensors } from "../plan/tensors.js";
import { noCounterpart, nothingTurns, unevenHalves } from "./codes.js";
import { holds } from "./families.js";

/** How a checkpoint is to be stored; what is left out stays as it is. */
export interface Storage {
  readonly checkpoint?: Checkpoint | undefined;
  readonly pairing?: Rope["pairing"] | undefined;
}

/**
 * The same model stored in another way. Throws GDA8412 where the family has no place for a tensor,
 * GDA8413 where heads do not lie in two halves, GDA8414 where no RoPE turns.
 */
export function storedAs(model: ModelPlan, { checkpoint, pairing }: Storage): ModelPlan {
  if (pairing && model.layers.every(({ rope }) => !rope)) {
    throw gdaError(nothingTurns, { model: model.name, pairing });
  }
  if (checkpoint) {
    checkCounterparts(model, checkpoint);
    for (const layer of model.layers) checkHalves(layer, checkpoint);
  }
  return {
    ...model,
    checkpoint: checkpoint ? { value: checkpoint, origin: "written", from: [] } : model.checkpoint,
    layers: model.layers.map((layer) => repaired(layer, pairing)),
  };
}

function repaired(layer: LayerPlan, pairing: Rope["pairing"] | undefined): LayerPlan {
  if (!layer.rope || !pairing) return layer;
  return { ...layer, rope: { ...layer.rope, value: { ...layer.rope.value, pairing } } };
}

function checkCounterparts(model: ModelPlan, { family }: Checkpoint): void {
  const all = model.layers.flatMap((layer) =>
    layerTensors(model, layer).map(({ name }) => ({ name, layer: layer.index })),
  );
  const missing = all.find(({ name }) => !holds(family, name));
  if (!missing) return;
  const layers = all.filter(({ name }) => name === missing.name).map(({ layer }) => layer);
  const where = layerSet(layers, model.layers.length);
  throw gdaError(noCounterpart, { tensor: missing.name, family, layers: where });
}

function checkHalves(layer: LayerPlan, { order }: Checkpoint): void {
  const { signal, noise } = totals(layer);
  if (order !== "halves" || noise === 0) return;
  const size = layer.valueDim.value;
  const problem =
    signal === noise
      ? size % 2 > 0 && `values of ${size} channels`
      : `${signal} signal heads and ${noise} noise heads`;
  if (problem !== false) throw gdaError(unevenHalves, { layer: layer.index, problem });
}
