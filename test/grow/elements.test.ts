import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeInto, elementsFor, roundInto } from "../../compiler/checkpoint/elements.js";
import { convert, decode } from "../../runtime/weights/convert.js";
import { dtypes } from "./support/numbers.js";

const FORMATS = { F32: "f32", F16: "f16", BF16: "bf16" } as const;

/** Doubles at, just beside and between the ties of the half formats, at both ends of their range too. */
const value = fc
  .tuple(
    fc.constantFrom(1, -1),
    fc.nat(2 ** 12),
    fc.oneof(fc.integer({ min: -30, max: 20 }), fc.constantFrom(-149, -133, -126, 115, 127)),
    fc.constantFrom(0, 2 ** -20, -(2 ** -20), 2 ** -40, -(2 ** -40), 2 ** -10),
  )
  .map(([sign, steps, exponent, beside]) => sign * (1 + steps / 2 ** 12 + beside) * 2 ** exponent);

test.each(dtypes)("%s: values are rounded as the converter of the runtime rounds them", (dtype) => {
  const property = fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (numbers) => {
    const values = Float64Array.from(numbers);
    const found = elementsFor(dtype, values.length);
    roundInto(found, values, dtype);
    const format = FORMATS[dtype];
    const bits =
      dtype === "F32" ? new Uint32Array(numbers.length) : new Uint16Array(numbers.length);
    convert(new Uint8Array(values.buffer), "F64", format, bits);
    expect(new Uint8Array(found.buffer)).toEqual(new Uint8Array(bits.buffer));
  });
  fc.assert(property, { numRuns: 2000 });
});

test.each(["F16", "BF16"] as const)(
  "%s: all bits have the values that the runtime gives them",
  (dtype) => {
    const bits = Uint16Array.from({ length: 2 ** 16 }, (_, i) => i);
    const values = new Float64Array(bits.length);
    decodeInto(values, bits, dtype, 1);
    expect(values).toEqual(Float64Array.from(decode(new Uint8Array(bits.buffer), dtype)));
  },
);
