import { totals } from "../plan/heads.js";
import { numberBytes } from "../plan/scaled-weights.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { collectives, sentBytes } from "./collectives.js";
import { deviceCosts, deviceCacheBytes } from "./costs.js";
import { divideModel, possibleDevices } from "./divide.js";

/** One way to lay a model over many devices: tensor × context parallel, and copies of that. */
export interface Layout {
  /** Devices that part heads, channels and words. */
  readonly tensor: number;
  /** Devices that part the tokens of a sequence. */
  readonly context: number;
  /** Bytes that a device stores: weights, and the cache of its part of one whole context. */
  readonly weightBytes: number;
  readonly cacheBytes: number;
  /** Bytes that a device sends for each token of a prompt that it holds. */
  readonly prefillBytes: number;
  /** Bytes that a device sends for one decoded token. */
  readonly decodeBytes: number;
  /** How many such copies each fleet has, by the fleet; absent where it does not divide. */
  readonly copies: readonly (number | undefined)[];
}

/** Parts of a context with fewer tokens than this are not worth their exchange. */
const leastPart = 1024;

/**
 * All layouts of a model over fleets of so many devices: tensor parallel by whole groups, context
 * parallel in powers of two, and data parallel for the rest, whose devices exchange nothing.
 *
 * In a prompt each device sends the K and V that it holds to those after it (ring attention, arXiv
 * 2310.01889), a window only as far as it reaches. In decoding the devices of a context send each
 * other their part of each query head: dv numbers, the maximum and the sum, in float32.
 */
export function layouts(model: ModelPlan, fleets: readonly number[]): readonly Layout[] {
  const most = Math.max(...fleets);
  return possibleDevices(model).flatMap((tensor) => {
    const division = divideModel(model, tensor);
    if ("reason" in division) return [];
    const stored = deviceCosts(model, division);
    const cached = deviceCacheBytes(model, division);
    const exchanged = sentBytes(collectives(model), tensor);
    return contextParts(model.context.value, most / tensor).flatMap((context): Layout[] => {
      const copies = fleets.map((devices) =>
        devices % (tensor * context) === 0 ? devices / (tensor * context) : undefined,
      );
      if (copies.every((count) => count === undefined)) return [];
      const tokens = Math.ceil(model.context.value / context);
      const sum = (of: (layer: LayerPlan, index: number) => number): number =>
        model.layers.reduce((so, layer, i) => so + of(layer, i) * hops(layer, tokens, context), 0);
      return [
        {
          tensor,
          context,
          weightBytes: stored.weightBytes,
          cacheBytes: stored.cacheBytes * tokens,
          prefillBytes: exchanged + sum((_, i) => cached[i] ?? 0),
          decodeBytes: exchanged + sum((layer) => partBytes(layer) / tensor),
          copies,
        },
      ];
    });
  });
}

function contextParts(context: number, most: number): readonly number[] {
  const parts = [1];
  for (let n = 2; n <= most && context / n >= leastPart; n *= 2) parts.push(n);
  return parts;
}

/** Other devices that need a device's keys: all, or as far as a window reaches. */
function hops({ mask }: LayerPlan, tokens: number, context: number): number {
  if (mask.value.kind !== "window") return context - 1;
  return Math.min(context - 1, Math.ceil((mask.value.keys - 1) / tokens));
}

/** Of all query heads of a layer for one token. */
function partBytes(layer: LayerPlan): number {
  return totals(layer).query * (layer.valueDim.value + 2) * numberBytes.f32;
}
