import { expect, test } from "vitest";
import { bf16FromF32, f16FromF32, f16Value, roundToOdd } from "../../runtime/weights/rounding.js";

const single = new Float32Array(1);
const singleBits = new Uint32Array(single.buffer);

function bitsOf(value: number): number {
  single[0] = value;
  return singleBits[0] ?? 0;
}

function bf16Value(bits: number): number {
  singleBits[0] = bits << 16;
  return single[0] ?? NaN;
}

/** Finite values of a half format from 0 up, in order. */
function values(decode: (bits: number) => number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, bits) => decode(bits));
}

const formats = [
  { name: "f16", decode: f16Value, round: f16FromF32, finite: 0x7c00 },
  { name: "bf16", decode: bf16Value, round: bf16FromF32, finite: 0x7f80 },
];

test.each(formats)("every $name is rounded to itself", ({ decode, round, finite }) => {
  const changed = values(decode, finite).filter(
    (value, bits) => round(bitsOf(value)) !== bits || round(bitsOf(-value)) !== (bits | 0x8000),
  );
  expect(changed).toEqual([]);
  expect(decode(round(bitsOf(Infinity)))).toBe(Infinity);
  expect(decode(round(bitsOf(-Infinity)))).toBe(-Infinity);
  expect(decode(round(bitsOf(NaN)))).toBeNaN();
  // A NaN whose upper bits alone would be infinity.
  expect(decode(round(0x7f800001))).toBeNaN();
});

test.each(formats)("between two $name the nearer is taken, and half way the even", (format) => {
  const { decode, round, finite } = format;
  const all = values(decode, finite);
  const wrong = all.slice(0, -1).filter((low, bits) => {
    const half = bitsOf(low + ((all[bits + 1] ?? NaN) - low) / 2);
    const even = bits % 2 === 0 ? bits : bits + 1;
    // The float32 on both sides of the middle are nearer to one than to the other.
    return round(half) !== even || round(half - 1) !== bits || round(half + 1) !== bits + 1;
  });
  expect(wrong).toEqual([]);
});

test.each(formats)("from half a step beyond the largest $name on it is infinity", (format) => {
  const { decode, round, finite } = format;
  const largest = decode(finite - 1);
  const step = largest - decode(finite - 2);
  expect(round(bitsOf(largest + step / 2) - 1)).toBe(finite - 1);
  expect(round(bitsOf(largest + step / 2))).toBe(finite);
});

test("a double is rounded once, although it goes through float32", () => {
  // Just above the middle of 1 and the next f16, but float32 would round it to that middle.
  const above = 1 + 2 ** -11 + 2 ** -40;
  expect(f16FromF32(bitsOf(Math.fround(above)))).toBe(0x3c00);
  expect(f16FromF32(bitsOf(roundToOdd(above)))).toBe(0x3c01);
  expect(f16FromF32(bitsOf(roundToOdd(-above)))).toBe(0xbc01);
  const below = 1 + 3 * 2 ** -11 - 2 ** -40;
  expect(f16FromF32(bitsOf(Math.fround(below)))).toBe(0x3c02);
  expect(f16FromF32(bitsOf(roundToOdd(below)))).toBe(0x3c01);
});

test("what float32 holds exactly stays, and infinity and NaN too", () => {
  for (const value of [0, -0, 1.5, -65504, 2 ** -149, Infinity, -Infinity]) {
    expect(roundToOdd(value)).toBe(value);
  }
  expect(roundToOdd(NaN)).toBeNaN();
  expect(roundToOdd(1e300)).toBe(Infinity);
  expect(roundToOdd(1e-300)).toBe(2 ** -149);
  expect(roundToOdd(-1e-300)).toBe(-(2 ** -149));
});
