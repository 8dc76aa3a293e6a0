import type { LayerPlan } from "./plan.js";

/** One query head in memory order, with the index map that the kernels and the reference follow. */
export interface QueryHead {
  readonly role: "signal" | "noise";
  /** Among the layer's query heads: which `head_dim` rows of q. */
  readonly query: number;
  /** Among the layer's heads of the same role. */
  readonly index: number;
  readonly classIndex: number;
  readonly group: number;
  readonly kvPair: number;
  /** The noise head that a signal head subtracts, by its `index`; absent without noise heads. */
  readonly noise: number | undefined;
}

export interface HeadTotals {
  readonly groups: number;
  readonly signal: number;
  readonly noise: number;
  readonly query: number;
}

/** Totals of a layer: G, S, N and H = S + N (language.md, section 6). */
export function totals(layer: LayerPlan): HeadTotals {
  const sum = (of: (c: LayerPlan["classes"][number]) => number): number =>
    layer.classes.reduce((total, c) => total + c.groups.value * of(c), 0);
  const signal = sum((c) => c.signal.value);
  const noise = sum((c) => c.noise.value);
  return { groups: sum(() => 1), signal, noise, query: signal + noise };
}

/**
 * The index map of a layer's query heads, in memory order: class after class, group after group,
 * in a group the signal heads and then the noise heads. Signal head s of a group takes noise head
 * ⌊s / (signal / noise)⌋ of that group; with `noise_repeat: tile` it takes noise head s mod N of
 * the layer, and that head's KV pair (gda-math.md, sections 3 and 4).
 */
export function queryHeads(layer: LayerPlan): readonly QueryHead[] {
  const all = totals(layer);
  const heads: QueryHead[] = [];
  let group = 0;
  let signalIndex = 0;
  let noiseIndex = 0;
  let statedPairs = 0;
  layer.classes.forEach((c, classIndex) => {
    const [signal, noise] = [c.signal.value, c.noise.value];
    for (let i = 0; i < c.groups.value; i++, group++) {
      const globalGroup = group;
      const firstPair = statedPairs;
      /** KV pair of the j-th of `of` heads that share this group's pairs; integers throughout. */
      const pairOf = (j: number, of: number): number =>
        c.kv
          ? firstPair + Math.floor((j * c.kv.value) / of)
          : Math.floor(((globalGroup * of + j) * layer.kvPairs.value) / (all.groups * of));
      for (let s = 0; s < signal; s++) {
        const own = Math.floor((s * noise) / signal);
        heads.push({
          role: "signal",
          query: heads.length,
          index: signalIndex++,
          classIndex,
          group,
          kvPair: noise > 0 ? pairOf(own, noise) : pairOf(s, signal),
          noise: noise > 0 ? noiseIndex + own : undefined,
        });
      }
      for (let z = 0; z < noise; z++) {
        heads.push({
          role: "noise",
          query: heads.length,
          index: noiseIndex++,
          classIndex,
          group,
          kvPair: pairOf(z, noise),
          noise: undefined,
        });
      }
      statedPairs += c.kv?.value ?? 0;
    }
  });
  return layer.noiseRepeat?.value === "tile" ? tiled(heads, all.noise) : heads;
}

function tiled(heads: readonly QueryHead[], noise: number): readonly QueryHead[] {
  const pairs = heads.filter((h) => h.role === "noise").map((h) => h.kvPair);
  return heads.map((head) => {
    if (head.role === "noise") return head;
    const serving = head.index % noise;
    return { ...head, noise: serving, kvPair: pairs[serving] ?? head.kvPair };
  });
}
