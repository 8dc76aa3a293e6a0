import type { LayerPlan } from "./plan.js";

/** The channels of a head of Q and K that RoPE turns, in memory order; none without RoPE. */
export function rotaryChannels(layer: LayerPlan): readonly number[] {
  return layer.rope ? channelsOf(layer, "rotary") : [];
}

/** How many they are. */
export function rotaryWidth({ rope, headDim }: LayerPlan): number {
  const turning = rope ? headDim.value.parts.filter(({ kind }) => kind === "rotary") : [];
  return turning.reduce((sum, { size }) => sum + size, 0);
}

/** The channels that RoPE leaves alone, in memory order. */
export function plainChannels(layer: LayerPlan): readonly number[] {
  return layer.rope
    ? channelsOf(layer, "plain")
    : Array.from({ length: layer.headDim.value.size }, (_, channel) => channel);
}

function channelsOf(layer: LayerPlan, kind: "plain" | "rotary"): readonly number[] {
  return layer.headDim.value.parts
    .flatMap((part) => Array.from({ length: part.size }, () => part.kind))
    .flatMap((of, channel) => (of === kind ? [channel] : []));
}
