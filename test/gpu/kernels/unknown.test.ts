import { describe, expect, it } from "vitest";
import type { Dtype, LayerPlan, Mask } from "../../../compiler/plan/plan.js";
import { visibleKeys } from "../../../compiler/reference/attend.js";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import type { Layer } from "../../../runtime/index.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan, type LayerSpec } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/**
 * A token with a number that is not finite: rows of y that see it are NaN throughout, and all others
 * are what they are without it.
 */
const hidden = 16;
const tokens = 45;
const bad = 21;
const tolerances = { f32: 1e-5, f16: 1e-3, bf16: 1e-2, i8: 3e-2 } as const;

const heads = { classes: [{ groups: 2, signal: 2, noise: 1 }], headDim: 16, valueDim: 32 };
const windowed: Mask = { kind: "window", keys: 9 };
const cases: Readonly<Record<string, readonly [LayerSpec, Dtype["cache"]]>> = {
  "causal, f32": [{ ...heads, headNorm: { kind: "rms", eps: 1e-5, times: 1 } }, "f32"],
  "window, softcap, f16": [{ ...heads, mask: windowed, softcap: 5, noiseKeys: "shared" }, "f16"],
  "window, sinks, dyt, i8": [
    { ...heads, mask: windowed, sinks: "learned", headNorm: { kind: "dyt", times: 1 } },
    "i8",
  ],
  "prefix, layer norm, softcap, sinks, bf16": [
    {
      ...heads,
      mask: { kind: "prefix" },
      headNorm: { kind: "layer", eps: 1e-5, times: 1 },
      softcap: 5,
      sinks: "learned",
      lambda: { kind: "sigmoid", per: "signal" },
      qkNorm: { eps: 1e-6 },
      rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
      gate: { form: "elementwise", from: "hidden" },
    },
    "bf16",
  ],
  "GQA, window, f16": [
    { classes: [{ groups: 2, signal: 4, noise: 0 }], headDim: 32, mask: windowed },
    "f16",
  ],
  "latent, window, f16": [
    {
      ...heads,
      latent: { kv: 16, eps: 1e-5 },
      gate: { form: "headwise", from: "hidden" },
      mask: windowed,
    },
    "f16",
  ],
  "latent, causal, i8": [{ ...heads, latent: { kv: 16, eps: 1e-5 } }, "i8"],
  "no λ left, window, i8": [
    { ...heads, mask: windowed, lambda: { kind: "constant", value: 0 } },
    "i8",
  ],
};

/** Calls that bring all tokens: at once, in parts, and with the token and those after it by steps. */
const ways: Readonly<Record<string, readonly number[]>> = {
  "in one call": [tokens],
  "in parts": [10, 3, 6, 3, 23],
  "by steps": [bad, ...Array.from({ length: tokens - bad }, () => 1)],
};

describe.each(await machines())("on a $hands of $team", (machine) => {
  describe.each(Object.entries(cases))("%s", (_, [spec, cache]) => {
    it("rows that see the token are NaN, and no others", async () => {
      const plan = layerPlan(spec);
      const weights = randomWeights(4, plan, hidden);
      const dtype = fact({ weights: "f32", cache, accumulate: "f32" } as const);
      const opened = await openLayer(plan, hidden, weights, machine, { dtype });
      const x = randomInput(4, tokens, hidden);
      const other = randomInput(5, tokens, hidden);
      const options = { cache, prefix: 0 };
      const expected = evaluate(plan, hidden, weights, x, options).y;
      const beside = evaluate(plan, hidden, weights, other, options).y;
      // 1e8 makes keys and values that an f16 cache cannot keep; those of a latent are normalised.
      const beyond = cache === "f16" && spec.latent === undefined ? [1e8] : [];
      for (const value of [NaN, Infinity, -Infinity, ...beyond]) {
        const hurt = x.slice();
        hurt[bad * hidden + 5] = value;
        for (const [way, calls] of Object.entries(ways)) {
          for (const paged of [undefined, { block: 8, blocks: 12 }]) {
            const size = { sequences: 2, capacity: tokens, ...(paged && { paged }) };
            const made = opened.layer.cache(size);
            const [y, clean] = await through(opened.layer, made, plan, [hurt, other], calls);
            const what = `${value} ${way}${paged ? ", paged" : ""}`;
            expect({ what, rows: unknownRows(y) }).toEqual({ what, rows: seeing(plan) });
            expect(errorOf(y, expected)).toBeLessThan(tolerances[cache]);
            expect(relativeError(clean, beside)).toBeLessThan(tolerances[cache]);
            // The same memory for other sequences.
            made.reset();
            const again = await through(opened.layer, made, plan, [other, x], calls);
            expect(relativeError(again[0], beside)).toBeLessThan(tolerances[cache]);
            expect(relativeError(again[1], expected)).toBeLessThan(tolerances[cache]);
            made.destroy();
          }
        }
      }
      opened.session.close();
    });
  });
});

/** Two sequences side by side, in calls of so many tokens of each. */
async function through(
  layer: Layer,
  cache: ReturnType<Layer["cache"]>,
  plan: LayerPlan,
  [one, two]: readonly [Float32Array, Float32Array],
  calls: readonly number[],
): Promise<readonly [Float32Array, Float32Array]> {
  const found = [new Float32Array(one.length), new Float32Array(two.length)] as const;
  let done = 0;
  for (const rows of calls) {
    const [from, to] = [done * hidden, (done + rows) * hidden];
    const x = Float32Array.from([...one.subarray(from, to), ...two.subarray(from, to)]);
    const prefix = plan.mask.value.kind === "prefix" && done === 0 ? { prefix: [0, 0] } : {};
    const y = await layer.prefill(x, cache, { rows: [rows, rows], ...prefix });
    found[0].set(y.subarray(0, rows * hidden), from);
    found[1].set(y.subarray(rows * hidden), from);
    done += rows;
  }
  return found;
}

/** The tokens that see the bad one. */
function seeing(plan: LayerPlan): readonly number[] {
  return [...Array(tokens).keys()].filter((row) =>
    visibleKeys(plan.mask.value, row, tokens, 0).includes(bad),
  );
}

/** Rows of y that are NaN; a row that is NaN only here and there is listed as a fraction. */
function unknownRows(y: Float32Array): readonly number[] {
  return [...Array(tokens).keys()].flatMap((row) => {
    const unknown = y.subarray(row * hidden, (row + 1) * hidden).filter(Number.isNaN).length;
    return unknown === 0 ? [] : [row + (unknown === hidden ? 0 : unknown / hidden)];
  });
}

/** The error of the rows that are known. */
function errorOf(y: Float32Array, expected: Float64Array): number {
  const known = [...y.keys()].filter((i) => !Number.isNaN(y[i]));
  return relativeError(
    Float32Array.from(known, (i) => y[i] ?? NaN),
    Float64Array.from(known, (i) => expected[i] ?? NaN),
  );
}
