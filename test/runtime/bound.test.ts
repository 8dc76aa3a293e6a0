import fc from "fast-check";
import { expect, test } from "vitest";
import { bind, bindCount, OPEN, valueOf, type PassSymbols } from "../../runtime/call/bound.js";
import type { Size } from "../../runtime/manifest.js";
import { evaluate } from "../../runtime/size.js";

const pass: PassSymbols = { rows: 3, sequences: 2, most_rows: 2, most_keys: 700, residual: 1 };
const constants = { capacity: 1024, scale: 0.5, rows: 99 };

const { size } = fc.letrec<{ size: Size }>((tie) => ({
  size: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom(...Object.keys(pass), "capacity", "scale", "unknown"),
    fc.tuple(fc.constantFrom("add", "mul", "ceilDiv", "min", "max"), tie("size"), tie("size")),
  ),
}));

test("what is bound first and then asked is what is evaluated at once", () => {
  fc.assert(
    fc.property(size, (drawn) => {
      const bound = bind(drawn, { ...constants, ...OPEN });
      expect(valueOf(bound, pass)).toBe(evaluate(drawn, { ...constants, ...pass }));
    }),
  );
});

test("what names nothing of a pass is a number from the start", () => {
  expect(bind(["ceilDiv", "capacity", ["add", 60, 4]], constants)).toBe(16);
});

test("a count that a pass makes impossible is refused with its size", () => {
  const count = bindCount(["mul", "rows", "scale"], { ...constants, ...OPEN });
  expect(count({ ...pass, rows: 4 })).toBe(2);
  expect(() => count(pass)).toThrow(expect.objectContaining({ code: "GDA7212" }));
  expect(() => count(pass)).toThrow('["mul","rows","scale"]');
});
