import type { StagePlan } from "../plan/plan.js";
import type { Matrix } from "../reference/matrix.js";
import { randomNumbers } from "../reference/random.js";

/** Layers that are spread evenly, besides the inserted ones that are sampled in any case. */
const SPREAD = 4;

/** Layers of the grown model to look at: both ends, some between, an inserted one and the next. */
export function sampledLayers({ layerSources }: StagePlan): readonly number[] {
  const last = layerSources.length - 1;
  const spread = Array.from({ length: SPREAD }, (_, i) => Math.round((i * last) / (SPREAD - 1)));
  const inserted = layerSources.findIndex((from) => from.inserted);
  const around = inserted < 0 ? [] : [inserted, Math.min(inserted + 1, last)];
  return [...new Set([...spread, ...around])].toSorted((a, b) => a - b);
}

/** Random tokens of a vocabulary. */
export function tokenNumbers(seed: number, count: number, vocab: number): readonly number[] {
  const draw = { mean: 0.5, deviation: 0.5 / Math.sqrt(3) };
  return Array.from(randomNumbers(seed, "tokens", count, draw), (place) =>
    Math.min(vocab - 1, Math.floor(place * vocab)),
  );
}

/** Each row copied so often, one copy after the other. */
export function tiled(x: Matrix, copies: number): Matrix {
  return x.mapRows((row) => {
    const wide = new Float64Array(copies * row.length);
    for (let copy = 0; copy < copies; copy++) wide.set(row, copy * row.length);
    return wide;
  }, copies * x.columns);
}
