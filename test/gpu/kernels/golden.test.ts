import { describe, expect, it } from "vitest";
import type { Machine } from "../../../compiler/kernels/machine.js";
import { totals } from "../../../compiler/plan/heads.js";
import type { LayerPlan, Float } from "../../../compiler/plan/plan.js";
import type { Numbers } from "../../../compiler/reference/weights.js";
import { goldenCase, goldenNames, type GoldenCase } from "../../support/golden.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact } from "../../support/plans.js";
import { relativeError } from "../../support/relative.js";

/**
 * All golden cases through the emitted kernels, in prefill and for `gda_decode` through the cache.
 * One run shows heads and y: o becomes an identity for the heads with the true o below it, on a
 * hidden size with room for both. A second run without head norm and gate shows the core.
 */
const tolerances: Readonly<Record<"f32" | "f16", number>> = { f32: 1e-5, f16: 3e-3 };

for (const [i, machine] of (await machines()).entries()) {
  // Half formats differ in how a quad is read and written, not by machine.
  for (const dtype of i === 0 ? (["f32", "f16"] as const) : (["f32"] as const)) {
    describe(`${machine.hands} of ${machine.team}, ${dtype}`, () => {
      for (const name of goldenNames) {
        it(`${name} gives the core, heads and y of the file`, async () => {
          const golden = await goldenCase(name);
          const { heads, y } = await run(golden, golden.layer, machine, dtype);
          const bare = { ...golden.layer, headNorm: undefined, gate: undefined };
          const { heads: core } = await run(golden, bare, machine, dtype);
          const errors = {
            core: relativeError(core, golden.core),
            heads: relativeError(heads, golden.heads),
            y: relativeError(y, golden.y),
          };
          const wrong = Object.entries(errors).filter(([, error]) => !(error <= tolerances[dtype]));
          expect(wrong).toEqual([]);
        });
      }
    });
  }
}

async function run(
  golden: GoldenCase,
  layer: LayerPlan,
  machine: Machine,
  dtype: Float,
): Promise<{ readonly heads: Float32Array; readonly y: Float32Array }> {
  const width = totals(layer).signal * layer.valueDim.value;
  const hidden = width + golden.hidden;
  const wide = (["q", "k", "v", "lambda", "gate"] as const).map((name) => {
    const weight = golden.weights[name];
    return [name, weight && padded(weight, golden.hidden, hidden)] as const;
  });
  const o = new Float32Array(hidden * width);
  for (let i = 0; i < width; i++) o[i * width + i] = 1;
  o.set(golden.weights.o ?? [], width * width);
  const weights = { ...golden.weights, ...Object.fromEntries(wide), o };

  const storage = fact({ weights: dtype, cache: dtype, accumulate: "f32" } as const);
  const opened = await openLayer(layer, hidden, weights, machine, { dtype: storage });
  const tokens = golden.x.length / golden.hidden;
  const x = padded(golden.x, golden.hidden, hidden);
  const cache = opened.layer.cache({ sequences: 1, capacity: tokens });
  const steps = golden.name === "gda_decode" ? 5 : 0;
  const out = new Float32Array(tokens * hidden);
  out.set(await opened.layer.prefill(x.subarray(0, (tokens - steps) * hidden), cache));
  for (let t = tokens - steps; t < tokens; t++) {
    out.set(await opened.layer.decode(x.subarray(t * hidden, (t + 1) * hidden), cache), t * hidden);
  }
  opened.session.close();
  return { heads: columns(out, hidden, 0, width), y: columns(out, hidden, width, hidden) };
}

/** Rows of `from` values, each followed by zeros up to `to`. */
function padded(rows: Numbers, from: number, to: number): Float32Array {
  const wide = new Float32Array((rows.length / from) * to);
  for (let r = 0; r < rows.length / from; r++) {
    wide.set(rows.subarray(r * from, (r + 1) * from), r * to);
  }
  return wide;
}

/** Columns `first` to `end` of rows of `width` values. */
function columns(rows: Float32Array, width: number, first: number, end: number): Float32Array {
  const narrow = new Float32Array((rows.length / width) * (end - first));
  for (let r = 0; r < rows.length / width; r++) {
    narrow.set(rows.subarray(r * width + first, r * width + end), r * (end - first));
  }
  return narrow;
}
