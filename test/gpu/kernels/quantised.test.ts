import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { compileLayers } from "../../../compiler/kernels/compile.js";
import type { LayerPlan } from "../../../compiler/plan/plan.js";
import { dequantised } from "../../../compiler/reference/quantised.js";
import { deviceWithBindings } from "../../runtime/support/devices.js";
import { arbitraryQuantised } from "../../support/arbitrary-plan.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan, modelPlan } from "../../support/plans.js";
import { randomNumbers } from "../../support/random.js";
import { runCase } from "../../support/run-case.js";

/**
 * Random layers with quantised matrices, on every machine that this adapter can run. Of one class of
 * groups: each has a core of its own to compile, and here the matrices matter.
 */
const ofOneClass = arbitraryQuantised.filter(({ layer }) => layer.classes.length === 1);
const cases = fc.sample(ofOneClass, { numRuns: 3, seed: 44 });
const all = await machines();
const [first] = all;
if (first === undefined) throw new Error("no machine");

describe.each(all)("on a $hands of $team", (machine) => {
  it.each([...cases.keys()])("random layer %i agrees with the reference", async (i) => {
    const plan = cases[i];
    if (plan === undefined) throw new Error("no case");
    // The cache has a tolerance of its own: what is held here is the weights.
    const dtype = { ...plan.dtype, cache: "f32" } as const;
    expect((await runCase({ ...plan, dtype }, machine)).y).toBeLessThan(1e-5);
  });
});

interface Quantised {
  readonly weights: "i8" | "i4";
  readonly block: number;
}

/**
 * Heads of `hidden` channels together, whose output is V of the token itself where q and k are zeros
 * and o is the identity: unit vectors show the columns of v one by one. An identity is exact in every
 * block.
 */
const mirror = (hidden: number, groups: number): LayerPlan =>
  layerPlan({
    classes: [{ groups, signal: 1, noise: 0 }],
    headDim: 16,
    valueDim: hidden / groups,
  });

async function columns(
  v: Float32Array,
  hidden: number,
  storage: Quantised,
  count: "prefill" | "decode",
  cut?: { readonly device: GPUDevice; readonly heads: number },
): Promise<Float32Array> {
  const identity = new Float32Array(hidden * hidden);
  for (let i = 0; i < hidden; i++) identity[i * (hidden + 1)] = 1;
  const heads = cut?.heads ?? 1;
  const none = new Float32Array(heads * 16 * hidden);
  const weights = { q: none, k: none, v, o: identity };
  const dtype = fact({ ...storage, cache: "f32", accumulate: "f32" } as const);
  if (first === undefined) throw new Error("no machine");
  const machine = cut ? ({ hands: "workgroup", team: 32 } as const) : first;
  const plan = mirror(hidden, heads);
  const opened = await openLayer(plan, hidden, weights, machine, { dtype }, cut?.device);
  const cache = opened.layer.cache({ sequences: hidden, capacity: 1 });
  const rows = Array.from({ length: hidden }, () => 1);
  const y =
    count === "decode"
      ? await opened.layer.decode(identity, cache)
      : await opened.layer.prefill(identity, cache, { rows });
  opened.session.close();
  return y;
}

/** v as the kernels read it: column c is what came of unit vector c. */
function transposed(rows: Float32Array, size: number): Float32Array {
  return rows.map((_, i) => rows[(i % size) * size + Math.floor(i / size)] ?? NaN);
}

/** What float64 says of the format, each zero a positive one. */
function asRead(v: Float32Array, storage: Quantised): Float32Array {
  return Float32Array.from(dequantised(v, storage), (x) => x + 0);
}

const formats = (["i8", "i4"] as const).flatMap((weights) =>
  [16, 32, 64, 128].map((block) => ({ weights, block })),
);

it.each(formats)("$weights in blocks of $block: every weight is q × scale", async (storage) => {
  const hidden = storage.block === 16 ? 48 : 128;
  const v = randomNumbers(7, "v", hidden * hidden).map((x, i) => x * 2 ** ((i % 97) - 40));
  const read = transposed(await columns(v, hidden, storage, "decode"), hidden);
  expect(read).toEqual(asRead(v, storage));
});

it("a prefill reads the same, and so do many segments of a matrix", async () => {
  const storage = { weights: "i4", block: 32 } as const;
  const v = randomNumbers(8, "v", 64 * 64);
  const expected = asRead(v, storage);
  expect(transposed(await columns(v, 64, storage, "prefill"), 64)).toEqual(expected);
  // 48 bytes a row: 53 of 64 rows in a binding, and whole heads are 48.
  const device = await deviceWithBindings(2560);
  const cut = { device, heads: 4 };
  const buffers = vi.spyOn(device, "createBuffer");
  expect(transposed(await columns(v, 64, storage, "decode", cut), 64)).toEqual(expected);
  const sizes = buffers.mock.calls.filter(([{ label }]) => label === "v").map(([{ size }]) => size);
  expect(sizes).toEqual([2304, 768]);
  device.destroy();
});

it.each([NaN, Infinity])(
  "a checkpoint with a weight of %d is refused by name and row",
  async (bad) => {
    const v = randomNumbers(9, "v", 64 * 64);
    v[5 * 64 + 40] = bad;
    const loading = columns(v, 64, { weights: "i4", block: 32 }, "decode");
    await expect(loading).rejects.toThrow(`Row 5 of \`layers.0.attention.v\` holds ${bad}`);
  },
);

it("λ and a gate of one row a head stay float32", () => {
  const layer = layerPlan({
    lambda: { kind: "sigmoid", per: "signal" },
    gate: { form: "headwise", from: "hidden" },
  });
  const model = modelPlan([layer], 32, {
    dtype: fact({ weights: "i8", block: 16, cache: "f32", accumulate: "f32" }),
  });
  const { programs } = compileLayers(model, [layer], { hands: "workgroup", team: 32 });
  const tensors = Object.entries(programs["layer_0"]?.tensors ?? {});
  const weights = tensors.filter(([, { role }]) => role === "weight");
  expect(Object.fromEntries(weights.map(([name, { format }]) => [name, format]))).toEqual({
    q: "i8",
    k: "i8",
    v: "i8",
    o: "i8",
    lambda: "f32",
    gate: "f32",
  });
});
