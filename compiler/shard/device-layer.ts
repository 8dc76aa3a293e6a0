import { type QueryHead, queryHeads, totals } from "../plan/heads.js";
import type { Fact, GroupClass, LayerPlan } from "../plan/plan.js";
import type { Holding } from "./divide.js";

/**
 * The layer that one device computes, all devices alike: a smaller layer of the same language, whose
 * outputs summed over the devices are the whole layer's (less all output biases but one).
 */
export function deviceLayer(layer: LayerPlan, { pairs }: Holding, devices: number): LayerPlan {
  return {
    ...layer,
    classes: deviceClasses(layer, devices),
    kvPairs: derived(pairs.length),
  };
}

function deviceClasses(layer: LayerPlan, devices: number): readonly GroupClass[] {
  const { signal, noise } = totals(layer);
  if (noise > 0 && layer.noiseRepeat?.value === "tile") {
    return [groupClass(noise / devices, signal / noise, 1)];
  }
  const whole = layer.classes.every(({ groups }) => groups.value % devices === 0);
  // Query heads without noise heads may be parted within their group: they are counted singly.
  if (!whole) return [groupClass(signal / devices, 1, 0)];
  return layer.classes.map((c) => ({ ...c, groups: derived(c.groups.value / devices) }));
}

function groupClass(groups: number, signal: number, noise: number): GroupClass {
  return {
    name: undefined,
    groups: derived(groups),
    signal: derived(signal),
    noise: derived(noise),
    kv: undefined,
  };
}

function derived(value: number): Fact<number> {
  return { value, origin: "derived", from: [] };
}

/** The heads of a holding as the device's layer has them in memory. */
export function inDeviceOrder(layer: LayerPlan, held: Holding, devices: number): Holding {
  const ofRole = { signal: byRole(held.heads, "signal"), noise: byRole(held.heads, "noise") };
  const own = queryHeads(deviceLayer(layer, held, devices));
  return { ...held, heads: own.flatMap(({ role, index }) => ofRole[role][index] ?? []) };
}

/** Whether the device's layer pairs its heads with noise heads and KV pairs as the whole layer does. */
export function keepsPairing(layer: LayerPlan, held: Holding, devices: number): boolean {
  const own = queryHeads(deviceLayer(layer, held, devices));
  const noise = byRole(held.heads, "noise");
  return held.heads.every((head, i) => {
    const { kvPair, noise: subtracts } = own[i] ?? head;
    const sameNoise = subtracts === undefined || noise[subtracts]?.index === head.noise;
    return sameNoise && held.pairs[kvPair] === head.kvPair;
  });
}

function byRole(heads: readonly QueryHead[], role: QueryHead["role"]): readonly QueryHead[] {
  return heads.filter((head) => head.role === role).toSorted((a, b) => a.index - b.index);
}
