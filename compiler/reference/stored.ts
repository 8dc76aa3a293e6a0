import { convert, decode } from "../../runtime/weights/convert.js";
import type { Dtype, Float } from "../plan/plan.js";
import { leastStored, levels, mostStored } from "../plan/scaled-cache.js";
import { Matrix } from "./matrix.js";
import { type Numbers, float64 } from "./weights.js";

const stored = { f32: "F32", f16: "F16", bf16: "BF16" } as const;

/** The numbers that are left of these when they are stored as `dtype`: the nearest, ties to even. */
export function asStored(numbers: Numbers, dtype: Float): Numbers {
  const bits = dtype === "f32" ? new Uint32Array(numbers.length) : new Uint16Array(numbers.length);
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  convert(bytes, numbers instanceof Float64Array ? "F64" : "F32", dtype, bits);
  return decode(new Uint8Array(bits.buffer), stored[dtype]);
}

/** K or V, [token, heads · size], as a cache of this format gives it back. */
export function asCached(rows: Matrix, format: Dtype["cache"], headSize: number): Matrix {
  if (format === "i8") return rows.as(headSize).mapRows(scaledHead).as(rows.columns);
  return new Matrix(rows.rows, rows.columns, float64(asStored(rows.data, format)));
}

/** One head as multiples of its scale (plan/scaled-cache.ts). */
function scaledHead(head: Float64Array): Float64Array {
  const most = head.reduce((greatest, x) => Math.max(greatest, Math.abs(x)), 0);
  if (!(most < mostStored)) return head.map(() => NaN);
  if (most < leastStored) return head.map(() => 0);
  const scale = Math.fround(most / levels);
  return head.map((x) => scale * nearestEven(x / scale));
}

/** The nearest whole number, the even one of two. */
export function nearestEven(x: number): number {
  const up = Math.round(x);
  return up - x === 0.5 && up % 2 !== 0 ? up - 1 : up;
}
