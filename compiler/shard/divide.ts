import type { QueryHead } from "../plan/heads.js";
import type { LayerPlan, MlpPlan, ModelPlan } from "../plan/plan.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { thousands } from "../plan/numbers.js";
import { inDeviceOrder, keepsPairing } from "./device-layer.js";
import { type Unit, unitsOf } from "./units.js";

/** What one device holds of an attention layer, in the memory order of the layer that it computes. */
export interface Holding {
  readonly heads: readonly QueryHead[];
  readonly pairs: readonly number[];
}

/** Why a model cannot be parted over so many devices. */
export interface Refusal {
  readonly reason: string;
}

/**
 * The heads and KV pairs of each device, or why they cannot be parted: every device gets equally
 * many units of each kind and equally many KV pairs. A KV pair that serves units of several devices
 * is copied to each of them.
 */
export function divideLayer(layer: LayerPlan, devices: number): readonly Holding[] | Refusal {
  const kinds = grouped(unitsOf(layer), ({ kind }) => String(kind));
  for (const units of kinds) {
    if (units.length % devices !== 0) return { reason: unevenReason(layer, units, devices) };
  }
  const holdings = Array.from({ length: devices }, (_, device): Holding => {
    const own = kinds.flatMap((units) => {
      const share = units.length / devices;
      return units.slice(device * share, (device + 1) * share);
    });
    const heads = own.flatMap((unit) => unit.heads);
    const pairs = [...new Set(own.flatMap((unit) => unit.pairs))].toSorted((a, b) => a - b);
    return inDeviceOrder(layer, { heads, pairs }, devices);
  });
  if (holdings.every((held) => keepsPairing(layer, held, devices))) return holdings;
  return {
    reason: `${thousands(layer.kvPairs.value)} KV pairs do not part evenly over ${devices} devices.`,
  };
}

function unevenReason(layer: LayerPlan, units: readonly Unit[], devices: number): string {
  const [unit] = units;
  const name = layer.classes[unit?.heads[0]?.classIndex ?? 0]?.name;
  const noise = layer.noiseRepeat?.value;
  const count = thousands(units.length);
  if (!noise) return `${count} query heads do not divide by ${devices}.`;
  const what = noise === "tile" ? "noise heads, each with its signal heads," : "groups";
  const of = name === undefined ? "" : ` of ${name}`;
  return `${count} ${what}${of} do not divide by ${devices}, and a group stays whole.`;
}

/** What one device holds of all layers. */
export interface Division {
  readonly devices: number;
  /** By layer, by device. */
  readonly layers: readonly (readonly Holding[])[];
}

/** A model over so many devices, or the first reason why not, with the layers that it is about. */
export function divideModel(model: ModelPlan, devices: number): Division | Refusal {
  const layers = model.layers.map((layer) => divideLayer(layer, devices));
  const refused = layers.flatMap((it, layer) => ("reason" in it ? [{ ...it, layer }] : []));
  const [first] = refused;
  if (first) {
    const same = refused.filter(({ reason }) => reason === first.reason);
    const set = layerSet(
      same.map(({ layer }) => layer),
      layers.length,
    );
    const where = same.length === layers.length ? "" : ` (${set})`;
    return { reason: first.reason.replace(/\.$/, `${where}.`) };
  }
  for (const { mlp } of model.layers) {
    const refusal = mlp && mlpRefusal(mlp, devices);
    if (refusal) return refusal;
  }
  return { devices, layers: layers.flatMap((it) => ("reason" in it ? [] : [it])) };
}

function mlpRefusal({ width }: MlpPlan, devices: number): Refusal | undefined {
  if (width.value % devices === 0) return undefined;
  return { reason: `The MLP's width of ${thousands(width.value)} does not divide by ${devices}.` };
}

/** The numbers of devices over which a model can be parted, 1 among them. */
export function possibleDevices(model: ModelPlan): readonly number[] {
  const [layer] = model.layers;
  const units = layer ? unitsOf(layer).length : 1;
  return Array.from({ length: units }, (_, i) => i + 1)
    .filter((devices) => units % devices === 0)
    .filter((devices) => !("reason" in divideModel(model, devices)));
}
