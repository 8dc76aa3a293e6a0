import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { blockKeys } from "../../compiler/kernels/pieces/key-rows.js";
import { maskPiece } from "../../compiler/kernels/pieces/mask.js";
import { ident, print, type Code } from "../../compiler/kernels/text/code.js";
import type { Mask } from "../../compiler/plan/plan.js";
import { fact } from "../support/plans.js";

/** Evaluates the integer text of a mask. */
function value(code: Code, names: Readonly<Record<string, number>>): number {
  const text = print(code)
    .map((line) => line.text)
    .join(" ")
    .replaceAll(/\b(\d+)u\b/g, "$1")
    .replaceAll(/\b(min|max)\(/g, "Math.$1(")
    .replaceAll("vec4u()", "0");
  const result: unknown = runInNewContext(`Number(${text})`, { ...names });
  if (typeof result !== "number") throw new Error(`${text} is no number`);
  return result;
}

const masks: readonly Mask[] = [
  { kind: "causal" },
  { kind: "window", keys: 1 },
  { kind: "window", keys: 5 },
  { kind: "window", keys: 40 },
  { kind: "prefix" },
  { kind: "bidirectional" },
];

const sees: Readonly<Record<Mask["kind"], (q: number, k: number, n: number) => boolean>> = {
  causal: (q, k) => k <= q,
  window: (q, k, keys) => k <= q && q - keys < k,
  prefix: (q, k, prefix) => k <= q || k < prefix,
  bidirectional: () => true,
};

describe.each(masks)("$kind $keys", (mask) => {
  const piece = maskPiece(fact(mask));
  const names = { first: "first", last: "last", keys: "keys", prefix: "prefix" };
  const queries = {
    first: ident(names.first),
    last: ident(names.last),
    keys: ident(names.keys),
    prefix: ident(names.prefix),
  };
  const at = { query: ident("query"), key: ident("key"), prefix: ident("prefix") };

  it("visits every key that a query of the tile sees, and sees as defined", () => {
    for (const prefix of mask.kind === "prefix" ? [0, 3, 30] : [0]) {
      for (const first of [0, 5, 21]) {
        const last = first + 3;
        const keys = mask.kind === "bidirectional" || mask.kind === "prefix" ? 32 : last + 1;
        const tile = { first, last, keys, prefix };
        const begin = value(piece.begin(queries), tile);
        const end = value(piece.end(queries), tile);
        expect(begin % blockKeys).toBe(0);
        expect(end).toBeLessThanOrEqual(keys);
        for (let query = first; query <= last; query++) {
          for (let key = 0; key < keys; key++) {
            const visible = value(piece.visible(at), { query, key, prefix }) === 1;
            const extent = mask.kind === "window" ? mask.keys : prefix;
            expect(visible).toBe(sees[mask.kind](query, key, extent));
            expect(!visible || (key >= begin && key < end)).toBe(true);
          }
        }
      }
    }
  });

  it.runIf(mask.kind === "window")("visits no tile outside the window", () => {
    const window = mask.kind === "window" ? mask.keys : 0;
    const tile = { first: 1000, last: 1007, keys: 1008, prefix: 0 };
    expect(value(piece.begin(queries), tile)).toBe(1001 - window - ((1001 - window) % blockKeys));
    expect(value(piece.end(queries), tile)).toBe(1008);
  });
});
