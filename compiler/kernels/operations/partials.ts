import type { Size } from "../../../runtime/manifest.js";
import { ex, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import type { CoreOp } from "./core.js";

/**
 * What chunks of keys leave to `merge`: for each row, query head and chunk a quad (maximum,
 * denominator, 0, 0) and the sums of the value channels. Chunks that no row sees stay as they are.
 */
export function partialQuads(op: CoreOp): number {
  return 1 + op.valueDim / 4;
}

/** Chunks of a sequence that fills its cache. */
export function partialChunks(chunk: number): Size {
  return ["ceilDiv", "capacity", chunk];
}

/** One part: what a row's query head found in a chunk. */
export interface Part {
  readonly row: Code;
  readonly query: Code;
  readonly part: Code;
}

/** Where a part begins, in quads; `chunk` is the size of a chunk. */
export function partAt<T extends string>(
  op: CoreOp,
  k: Scope<T>,
  chunk: number,
  { row, query, part }: Part,
): Code {
  const chunks = k.uniform("chunks", partialChunks(chunk));
  return ex`((${row} * ${op.queryHeads}u + ${query}) * ${chunks} + ${part}) * ${partialQuads(op)}u`;
}
