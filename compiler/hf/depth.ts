/**
 * λ.init of each layer, 0.8 − 0.6 · exp(−0.3 · (layer − less)): Motif takes 1 from the zero-based
 * layer, transformers' DiffLlama nothing (gda-math.md, sections 5 and 8).
 */
export function inits(depth: number, less: 0 | 1): readonly number[] {
  return Array.from({ length: depth }, (_, layer) => 0.8 - 0.6 * Math.exp(-0.3 * (layer - less)));
}

/** The factor on the normed heads. */
export function times(init: number): number {
  return 1 - init;
}
