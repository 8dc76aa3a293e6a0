import type { Kernel } from "../kernel.js";
import { findKnown, forgetKeys, type KeysBeside } from "../pieces/unknown-values.js";
import { ex, wgsl, type Code } from "../text/code.js";
import { formats, type Format } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";

/**
 * Writes one row of K or V of every KV pair: into the cache at the row's own place, or into a
 * scratch tensor [rows, pairs, width]. A row is put together from parts of projected tensors:
 * latent attention takes its key channels from two.
 */
export interface AppendOp {
  readonly pairs: number;
  /** Values of one written row. */
  readonly width: number;
  readonly to: "cache" | "rows";
  readonly format: Format;
  /** In row order. */
  readonly parts: readonly AppendPart[];
  /** For rows of V that are cached. */
  readonly beside: KeysBeside | undefined;
}

export interface AppendPart {
  readonly tensor: "first" | "second";
  readonly rowStride: number;
  /** 0 for channels that all pairs share. */
  readonly pairStride: number;
  readonly offset: number;
  readonly size: number;
}

export interface AppendSchedule {
  readonly share: Share;
}

type AppendTensor = "first" | "second" | "places" | "keys" | "out";

export const append: Kernel<AppendOp, AppendSchedule, AppendTensor> = {
  name: (op) => `append_${op.to}_${op.format.name}_${op.beside ? "values" : op.parts.length}`,
  tensors: (op) => ({
    first: { mode: "read", format: formats.f32 },
    ...(op.parts.some((part) => part.tensor === "second")
      ? { second: { mode: "read", format: formats.f32 } }
      : {}),
    ...(op.to === "cache" ? { places: { mode: "read", format: "u32" } } : {}),
    ...(op.beside ? { keys: { mode: "read_write", format: op.beside.format } } : {}),
    out: { mode: "read_write", format: op.format },
  }),
  grid: (op) => [op.pairs, "rows", 1],
  body(op, s, k) {
    const quads = op.width / 4;
    const { team } = s.share;
    const number = (name: string, part: number, value: number): Code =>
      k.uniform(`${name}_${part}`, value / 4);
    let start = 0;
    const sources = op.parts.map((part, i) => {
      const from = ex`y * ${number("row_stride", i, part.rowStride)} + x * ${number("pair_stride", i, part.pairStride)} + ${number("offset", i, part.offset)} + i`;
      const quads = { uniform: `size_${i}`, count: part.size / 4, team };
      const to = ex`place + ${k.uniform(`start_${i}`, start / 4)} + i`;
      start += part.size;
      return { quads, to, value: k.load4(part.tensor, from) };
    });
    const copies = sources.map(({ quads: all, to, value }) =>
      k.strided("i", all, () =>
        k.store4("out", to, op.beside ? ex`select(vec4f(), ${value}, known)` : value),
      ),
    );
    const [values] = sources;
    const rowQuads = k.uniform("row_quads", quads);
    if (op.to === "rows") {
      return wgsl`let place = (y * ${k.uniform("pairs", op.pairs)} + x) * ${rowQuads};\n${copies}`;
    }
    return wgsl`${openRow(k, { ...dispatched, stride: rowQuads })}
if (!here) {
return;
}
${op.beside && values ? findKnown(s.share, k, values, op.format) : wgsl``}
${copies}
${op.beside ? forgetKeys(k, op.beside, ex`here`) : wgsl``}`;
  },
};

/** A row that is to be cached. */
export interface CachedPlace {
  /** In the table of places. */
  readonly row: Code;
  readonly pair: Code;
  /** Elements from one row to the next. */
  readonly stride: Code;
  /** Which of the dispatch's segments is that of the cache. */
  readonly segment: "segment" | "into";
}

/** A workgroup for each row and pair. */
export const dispatched = { row: ex`y`, pair: ex`x`, segment: "segment" } as const;

/** Names whether a row's place is in the cache segment at hand, and where it begins there. */
export function openRow<T extends string>(
  k: Scope<T | "places">,
  { row, pair, stride, segment }: CachedPlace,
): Code {
  const first = k.uniform(`${segment}_first`);
  return wgsl`let unit = ${k.at("places", ex`${row} * 2u`)} + ${pair} * ${k.uniform("pair_units")};
let here = (unit >= ${first}) & (unit < ${first} + ${k.uniform(`${segment}_count`)});
let cached_row = (unit - ${first}) * ${k.uniform("block")} + ${k.at("places", ex`${row} * 2u + 1u`)};
let place = cached_row * ${stride};`;
}
