import type { Kernel } from "../kernel.js";
import { cachedRow } from "../pieces/cached.js";
import { scaled } from "../pieces/scaled.js";
import type { KeysBeside } from "../pieces/unknown-values.js";
import { ex, wgsl } from "../text/code.js";
import { formats, type Format } from "../text/format.js";
import { dispatched, openRow, type AppendPart, type AppendSchedule } from "./append.js";

/**
 * Writes one row of K or V of every KV pair into a cache that keeps a scale for each head
 * (compiler/plan/scaled-cache.ts): a workgroup finds the largest value of one head and writes it.
 */
export interface AppendScaledOp {
  readonly pairs: number;
  /** Heads of one written row. */
  readonly heads: number;
  /** Where the row is read. */
  readonly part: AppendPart;
  readonly format: Format;
  /** For rows of V. */
  readonly beside: KeysBeside | undefined;
}

type AppendScaledTensor = "first" | "places" | "keys" | "out";

export const appendScaled: Kernel<AppendScaledOp, AppendSchedule, AppendScaledTensor> = {
  name: (op) => `append_cache_${op.format.name}${op.beside ? "_values" : ""}`,
  tensors: (op) => ({
    first: { mode: "read", format: formats.f32 },
    places: { mode: "read", format: "u32" },
    ...(op.beside ? { keys: { mode: "read_write", format: op.beside.format } } : {}),
    out: { mode: "read_write", format: op.format },
  }),
  grid: (op) => [op.pairs, "rows", op.heads],
  body(op, { share }, k) {
    const { part, heads } = op;
    const { quads, stride } = cachedRow(op.format, heads, part.size / heads);
    const headQuads = k.uniform("head_quads", quads / heads);
    const source = ex`y * ${k.uniform("row_stride", part.rowStride / 4)} + x * ${k.uniform("pair_stride", part.pairStride / 4)} + ${k.uniform("offset", part.offset / 4)} + z * ${headQuads}`;
    const { find, put } = scaled(share, k, op.format, {
      quads: { uniform: "head_quads", count: quads / heads, team: share.team },
      value: k.load4("first", ex`source + i`),
      at: ex`place + z * ${headQuads}`,
      scaleAt: ex`place + ${quads}u + z`,
      beside: op.beside,
      here: ex`here`,
    });
    return wgsl`${openRow(k, { ...dispatched, stride: ex`${stride}u` })}
if (!here) {
return;
}
let source = ${source};
${find}
${put}`;
  },
};
