/** Neighbouring rows of a weight, or units of a cache. */
export interface Span {
  readonly first: number;
  readonly count: number;
}

/** A part of a tensor that is small enough to be bound. */
export interface Segment extends Span {
  readonly buffer: GPUBuffer;
}

/** The segments of each tensor that stays, by its name in the program. */
export type Segments = ReadonlyMap<string, readonly Segment[]>;

/** Cuts `total` rows or units into spans of at most `most`; of none at all there is one empty span. */
export function cut(total: number, most: number): readonly Span[] {
  const spans = Array.from({ length: Math.ceil(total / most) }, (_, i) => ({
    first: i * most,
    count: Math.min(most, total - i * most),
  }));
  return spans.length > 0 ? spans : [{ first: 0, count: 0 }];
}

export function destroySegments(segments: Segments): void {
  for (const { buffer } of [...segments.values()].flat()) buffer.destroy();
}
