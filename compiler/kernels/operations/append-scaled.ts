import { leastStored, levels, mostStored } from "../../plan/scaled-cache.js";
import type { Kernel } from "../kernel.js";
import { cachedRow } from "../pieces/cached.js";
import { ex, f32, wgsl } from "../text/code.js";
import { formats, type Format } from "../text/format.js";
import { openRow, type AppendPart, type AppendSchedule } from "./append.js";

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
}

export const appendScaled: Kernel<AppendScaledOp, AppendSchedule, "first" | "places" | "out"> = {
  name: (op) => `append_cache_${op.format.name}`,
  tensors: (op) => ({
    first: { mode: "read", format: formats.f32 },
    places: { mode: "read", format: "u32" },
    out: { mode: "read_write", format: op.format },
  }),
  grid: (op) => [op.pairs, "rows", op.heads],
  body(op, { share }, k) {
    const { part, heads } = op;
    const { quads, stride } = cachedRow(op.format, heads, part.size / heads);
    const headQuads = k.uniform("head_quads", quads / heads);
    const all = { uniform: "head_quads", count: quads / heads, team: share.team };
    const source = ex`y * ${k.uniform("row_stride", part.rowStride / 4)} + x * ${k.uniform("pair_stride", part.pairStride / 4)} + ${k.uniform("offset", part.offset / 4)} + z * ${headQuads}`;
    // As bits, greater is greater, and what is not finite is greatest: no comparison meets a NaN.
    const most = share.reduce("most", "max", [ex`bitcast<f32>(min(most_bits, 0x7f7fffffu))`]);
    return wgsl`${openRow(k, ex`${stride}u`)}
let source = ${source};
var most_bits = 0u;
${k.strided(
  "i",
  all,
  () => wgsl`let bits = bitcast<vec4u>(${k.load4("first", ex`source + i`)}) & vec4u(0x7fffffffu);
let pair = max(bits.xy, bits.zw);
most_bits = max(most_bits, max(pair.x, pair.y));`,
)}
${most.setup}
let known = ${most.values} < ${f32(mostStored)};
let stored = known & (${most.values} >= ${f32(leastStored)});
let scale = select(1.0, ${most.values} / ${f32(levels)}, stored);
${k.strided(
  "i",
  all,
  () => wgsl`let nearest = clamp(round(${k.load4("first", ex`source + i`)} / scale), vec4f(${f32(-levels)}), vec4f(${f32(levels)}));
${k.store4("out", ex`row + z * ${headQuads} + i`, ex`select(vec4f(), nearest, stored)`)}`,
)}
if (lane == 0u) {
let finite = select(0.0, scale, stored);
${k.set("out", ex`row + ${quads}u + z`, ex`select(0x7fc00000u, bitcast<u32>(finite), known)`)}
}`;
  },
};
