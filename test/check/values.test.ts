import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate } from "../../compiler/types/evaluate.js";
import { show, unknown } from "../../compiler/types/value.js";
import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";

/** The value of an expression as it would be written, or what is wrong with it. */
function value(text: string, exact = false): string {
  const { tree } = parse(createSource("a.gda", `const a = ${text}`));
  const [declaration] = tree.declarations;
  const wrong: string[] = [];
  const result = evaluate(declaration?.kind === "const" ? declaration.value : undefined, {
    file: "a.gda",
    exact,
    where: undefined,
    lookup: () => unknown,
    report: ({ message }) => wrong.push(message),
  });
  return wrong.length > 0 ? wrong.join(" ") : `${result.type} ${show(result)}`;
}

test.each([
  ["32_768", "int 32768"],
  ["1e-5", "float 0.00001"],
  ["4:1", "ratio 4:1"],
  ["2.4T tokens", "tokens 2400000000000 tokens"],
  ["512 MiB", "bytes 536870912"],
  ["10 dB", "decibel 10 dB"],
  ["64 rotary + 96 plain", "dims 64 rotary + 96 plain"],
  ["[1, 2.5]", "list [1, 2.5]"],
  ["-(3 - 5) * 2", "int 4"],
  ["7 / 2", "float 3.5"],
  ["8 / 2", "int 4"],
  ["2 * (64 rotary + 96 plain)", "int 320"],
  ["1.2T tokens / 3", "tokens 400000000000 tokens"],
  ["1.2T tokens / 3T tokens", "float 0.4"],
  ["2 * 3 KiB", "bytes 6144"],
  ["min(3, 2, 4)", "int 2"],
  ["max(3, 2.5)", "float 3"],
  ["floor(7 / 2)", "int 3"],
  ["ceil(7 / 2)", "int 4"],
  ["round(-2.5)", "int -3"],
  ["sqrt(16)", "float 4"],
  ["exp(0) + log(1)", "float 1"],
  ["0.1 * log(64) + 1", `float ${0.1 * Math.log(64) + 1}`],
])("%s is %s", (text, expected) => {
  expect(value(text)).toBe(expected);
});

test.each([
  ["7 / 2", "7 / 2 is not a whole number."],
  ["1 / 0", "This is 1 / 0, which has no finite value."],
  ["min(7 / 2, 9)", "7 / 2 is not a whole number."],
  ["floor(7 / 2)", "int 3"],
  ["2T tokens", "tokens 2000000000000 tokens"],
  [
    "9_007_199_254_740_991 + 1",
    "`9007199254740991 + 1` passes 2^53, beyond which whole numbers are not exact.",
  ],
  ["1 + 4:1", "An int and a ratio cannot be added."],
  ["2 dB * 3 dB", "Decibels and decibels cannot be multiplied."],
  ["4 KiB - 1", "Bytes and an int cannot be subtracted."],
  ["sqrt(1, 2)", "`sqrt` takes one argument."],
  ["sqrt(x: 1)", "Arguments of `sqrt` have no names."],
  ["sqr(1)", "There is no function `sqr`; did you mean `sqrt`?"],
  ["log(4:1)", "`log` takes numbers, not a ratio."],
  [
    "0:1",
    "`0:1` is not a ratio of signal heads to one noise head. Each noise head serves a whole number of signal heads.",
  ],
])("in a field of ints %s is %s", (text, expected) => {
  expect(value(text, true)).toBe(expected);
});

describe("int arithmetic is exact", () => {
  const int = fc.maxSafeInteger();
  const big = (n: number): bigint => BigInt(n);
  const written = (n: number): string => (n < 0 ? `(0 - ${-n})` : String(n));
  const most = big(Number.MAX_SAFE_INTEGER);
  const result = (n: bigint, of: string): string =>
    -most <= n && n <= most
      ? `int ${n}`
      : `\`${of}\` passes 2^53, beyond which whole numbers are not exact.`;

  test.each([
    ["+", (a: bigint, b: bigint) => a + b],
    ["-", (a: bigint, b: bigint) => a - b],
    ["*", (a: bigint, b: bigint) => a * b],
  ])("%s", (operator, apply) => {
    fc.assert(
      fc.property(int, fc.oneof(int, fc.integer({ min: -9, max: 9 })), (a, b) => {
        const found = value(`${written(a)} ${operator} ${written(b)}`, true);
        expect(found).toBe(result(apply(big(a), big(b)), `${a} ${operator} ${b}`));
      }),
    );
  });

  test("/ and floor", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 2 ** 31 }), (a, b) => {
        const [quotient, rest] = [big(a) / big(b), big(a) % big(b)];
        const found = value(`${a} / ${b}`, true);
        expect(found).toBe(rest === 0n ? `int ${quotient}` : `${a} / ${b} is not a whole number.`);
        expect(value(`floor(${a} / ${b})`, true)).toBe(`int ${quotient}`);
      }),
    );
  });
});
