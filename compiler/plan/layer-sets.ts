/** Layers in words: "layers 0-39", "layer 4", "layers 0, 4, 8, …" as `every 4 from 0`. */
export function layerSet(layers: readonly number[], count: number): string {
  const [first = 0] = layers;
  if (layers.length === 1) return `layer ${first}`;
  const runs = runsOf(layers);
  const [run] = runs;
  if (run && runs.length === 1) return `layers ${run.first}-${run.last}`;
  const step = (layers[1] ?? first) - first;
  const regular = layers.every((layer, i) => layer === first + i * step);
  if (regular && (layers.at(-1) ?? 0) + step >= count) return `layers every ${step} from ${first}`;
  if (runs.length <= 4) return `layers ${runsText(layers)}`;
  return `${layers.length} other layers`;
}

/** Ascending numbers in words: "0-7, 16". */
export function runsText(numbers: readonly number[]): string {
  return runsOf(numbers).map(showRun).join(", ");
}

interface Run {
  readonly first: number;
  readonly last: number;
}

function runsOf(layers: readonly number[]): readonly Run[] {
  const runs: Run[] = [];
  for (const layer of layers) {
    const run = runs.at(-1);
    if (run?.last === layer - 1) runs.splice(-1, 1, { first: run.first, last: layer });
    else runs.push({ first: layer, last: layer });
  }
  return runs;
}

function showRun({ first, last }: Run): string {
  return first === last ? String(first) : `${first}-${last}`;
}

/** Items that are alike by a key, each key once, in the order in which they first come. */
export function grouped<T>(
  items: readonly T[],
  key: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const same = groups.get(key(item));
    if (same) same.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
