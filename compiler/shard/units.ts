import { type QueryHead, queryHeads } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";

/** Query heads that one device must hold together, with the KV pairs that they read. */
export interface Unit {
  readonly heads: readonly QueryHead[];
  readonly pairs: readonly number[];
  /** Units of one kind are alike, so that devices with equally many of each have equal work. */
  readonly kind: number;
}

/**
 * What tensor parallelism may not part: a noise head and all signal heads that subtract it, and so a
 * whole group; with `noise_repeat: tile`, which crosses groups, a noise head with its signal heads.
 * In a layer without noise heads every query head is a unit, as in GQA (gda-math.md, section 3).
 */
export function unitsOf(layer: LayerPlan): readonly Unit[] {
  const repeat = layer.noiseRepeat?.value;
  const tiled = repeat === "tile";
  const units = new Map<string, QueryHead[]>();
  for (const head of queryHeads(layer)) {
    const key = keyOf(head, repeat);
    const unit = units.get(key);
    if (unit) unit.push(head);
    else units.set(key, [head]);
  }
  return [...units.values()].map((heads) => ({
    heads,
    pairs: [...new Set(heads.map(({ kvPair }) => kvPair))].toSorted((a, b) => a - b),
    // A tiled unit may cross classes, but then all of them do alike.
    kind: tiled ? 0 : (heads[0]?.classIndex ?? 0),
  }));
}

function keyOf(
  { role, query, index, noise, group }: QueryHead,
  repeat?: "interleave" | "tile",
): string {
  switch (repeat) {
    case undefined:
      return `head ${query}`;
    case "interleave":
      return `group ${group}`;
    case "tile":
      return `noise ${role === "noise" ? index : noise}`;
  }
}
