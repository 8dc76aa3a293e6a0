import { expect, test } from "vitest";
import { convert, decode, type WeightFormat } from "../../runtime/weights/convert.js";
import type { FloatDtype } from "../../runtime/weights/dtype.js";

const dtypes: readonly FloatDtype[] = ["F64", "F32", "F16", "BF16"];
const formats: readonly WeightFormat[] = ["f32", "f16", "bf16"];
/** Exact in every dtype. */
const exact = [0, 1, -1, 0.5, -2.75, 96, -0.0078125];

function encode(values: readonly number[], dtype: FloatDtype): Uint8Array {
  if (dtype === "F64") return new Uint8Array(Float64Array.from(values).buffer);
  const singles = new Uint8Array(Float32Array.from(values).buffer);
  if (dtype === "F32") return singles;
  const halves = new Uint16Array(values.length);
  convert(singles, "F32", dtype === "F16" ? "f16" : "bf16", halves);
  return new Uint8Array(halves.buffer);
}

const dtypeOf = { f32: "F32", f16: "F16", bf16: "BF16" } as const;

test.each(dtypes.flatMap((dtype) => formats.map((format) => [dtype, format] as const)))(
  "%s to %s",
  (dtype, format) => {
    const target = format === "f32" ? new Uint32Array(7) : new Uint16Array(7);
    expect(convert(encode(exact, dtype), dtype, format, target)).toBeUndefined();
    const back = decode(new Uint8Array(target.buffer), dtypeOf[format]);
    expect([...back]).toEqual(exact);
  },
);

test.each<[FloatDtype, WeightFormat, number]>([
  ["F32", "f16", 65520],
  ["F64", "f16", -1e300],
  ["F64", "f32", 1e39],
  ["BF16", "f16", 2 ** 17],
  ["F32", "bf16", 3.4028234663852886e38],
  ["F64", "bf16", -1e39],
])("%s to %s: %d is too large, and told", (dtype, format, value) => {
  const target = format === "f32" ? new Uint32Array(3) : new Uint16Array(3);
  expect(convert(encode([1, value, value * 2], dtype), dtype, format, target)).toBe(value);
});

test("infinity and NaN in a checkpoint stay what they are", () => {
  const target = new Uint16Array(3);
  const bytes = encode([Infinity, -Infinity, NaN], "F32");
  expect(convert(bytes, "F32", "f16", target)).toBeUndefined();
  expect([...target]).toEqual([0x7c00, 0xfc00, 0x7e00]);
});

test("bytes may stand at any offset", () => {
  const bytes = new Uint8Array(1 + 8 * exact.length);
  bytes.set(encode(exact, "F64"), 1);
  expect([...decode(bytes.subarray(1), "F64")]).toEqual(exact);
  const target = new Uint16Array(4);
  convert(bytes.subarray(1, 9), "BF16", "bf16", target);
  expect(new Uint8Array(target.buffer)).toEqual(bytes.slice(1, 9));
});
