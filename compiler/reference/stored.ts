import { convert, decode } from "../../runtime/weights/convert.js";
import type { WeightDtype } from "../plan/plan.js";
import type { Numbers } from "./weights.js";

const stored = { f32: "F32", f16: "F16", bf16: "BF16" } as const;

/** The numbers that are left of these when they are stored as `dtype`: the nearest, ties to even. */
export function asStored(numbers: Numbers, dtype: WeightDtype): Numbers {
  const bits = dtype === "f32" ? new Uint32Array(numbers.length) : new Uint16Array(numbers.length);
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  convert(bytes, numbers instanceof Float64Array ? "F64" : "F32", dtype, bits);
  return decode(new Uint8Array(bits.buffer), stored[dtype]);
}
