import { describe, expect, it } from "vitest";
import { count, type Nest } from "../../compiler/kernels/cost/count.js";
import { predict } from "../../compiler/kernels/cost/predict.js";
import { profileOf } from "../../compiler/kernels/cost/profile.js";
import type { Machine } from "../../compiler/kernels/machine.js";
import { lowerLayer } from "../../compiler/kernels/program.js";
import { coreOps } from "../../compiler/kernels/operations/core.js";
import { candidates } from "../../compiler/kernels/schedule/candidates.js";
import { fuses } from "../../compiler/kernels/schedule/heads.js";
import { symbolsOf } from "../../compiler/kernels/schedule/lengths.js";
import type { Operation } from "../../compiler/kernels/schedule/operation.js";
import type { Schedule } from "../../compiler/kernels/schedule/schedule.js";
import { stepsOf } from "../../compiler/kernels/schedule/steps.js";
import { formats } from "../../compiler/kernels/text/format.js";
import { example, exampleNames } from "../support/examples.js";
import { layerPlan } from "../support/plans.js";

const subgroups: Machine = { hands: "subgroup", team: 8 };
const lengths = { prefill: 40, cached: 99 };

function predicted(operation: Operation, schedule: Schedule, machine = subgroups) {
  const symbols = symbolsOf(operation, lengths);
  return stepsOf(operation, schedule, machine).map((step) =>
    predict(step, symbols, profileOf(machine)),
  );
}

describe("a projection", () => {
  const op = {
    inputs: 64,
    outputs: 96,
    weights: formats.f16,
    write: { kind: "scalars", bias: false },
  } as const;
  const operation = { kind: "project", phase: "prefill", op } as const;

  it.each([
    [4, 2],
    [16, 4],
  ])("of %i rows × %i columns does what the loops of a product do", (rows, columns) => {
    const [prediction] = predicted(operation, {
      kind: "project",
      team: 8,
      rows,
      columns,
      quads: 1,
    });
    // The naive product over the tiles of the grid, whole at the edges, one element at a time.
    const tiles = Math.ceil(96 / (8 * columns)) * Math.ceil(40 / rows);
    let [flops, weightBytes, inputBytes, outputBytes] = [0, 0, 0, 0];
    for (let tile = 0; tile < tiles; tile++) {
      for (let lane = 0; lane < 8; lane++) {
        for (let quad = 0; quad < 64 / 4; quad++) {
          weightBytes += columns * 4 * 2;
          flops += rows * columns * 4 * 2;
        }
        outputBytes += rows * columns * 4;
      }
      // A team of 8 loads as many rows at a time, each lane one.
      inputBytes += Math.ceil(rows / 8) * 8 * 64 * 4;
    }
    expect(prediction?.workgroups).toBe(tiles);
    expect(prediction?.flops).toBe(flops);
    expect(prediction?.bytes).toBe(weightBytes + inputBytes + outputBytes);
  });
});

describe("a core", () => {
  const layer = layerPlan({
    classes: [{ groups: 2, signal: 2, noise: 1 }],
    headDim: 32,
    valueDim: 32,
    noiseKeys: "own",
  });
  const [op] = coreOps(layer, formats.f32);
  if (op === undefined) throw new Error("no core");

  it("reads K once a tile of rows, and V once", () => {
    const [choice] = candidates({ kind: "prefill", op }, subgroups);
    if (choice?.kind !== "prefill") throw new Error("no candidate");
    const schedule = { ...choice, lanes: "columns", keys: 8, held: 2 } as const;
    const [prediction] = predicted({ kind: "prefill", op }, schedule);
    // 20.5 keys are seen on average, which are 3 tiles of 8.
    const traffic = new Map(
      prediction?.total.traffic.map(({ tensor, bytes }) => [tensor, bytes]) ?? [],
    );
    const perHead = 3 * 8 * 32 * 4;
    expect(traffic.get("k")).toBe(2 * perHead);
    expect(traffic.get("v")).toBe(3 * 8 * 32 * 4);
    // Each lane has a row of its own: q of two signal heads and the noise head.
    expect(traffic.get("q")).toBe(8 * 3 * 32 * 4);
    expect(traffic.get("heads")).toBe(8 * 2 * 32 * 4);
  });

  it("holds more values alive where it holds more heads", () => {
    const live = [1, 2].map((held) => {
      const schedule = {
        kind: "prefill",
        lanes: "columns",
        team: 8,
        keys: 8,
        held,
        unroll: 1,
        rows: 1,
        slice: 4,
      } as const;
      return predicted({ kind: "prefill", op }, schedule)[0]?.counted.live ?? 0;
    });
    expect(live[0]).toBeLessThan(live[1] ?? 0);
  });

  it("of a window is as long as the window, however long the prompt", () => {
    const window = layerPlan({ mask: { kind: "window", keys: 5 } });
    const [short] = coreOps(window, formats.f32);
    if (short === undefined) throw new Error("no core");
    expect(symbolsOf({ kind: "prefill", op: short }, lengths)["seen"]).toBe(5);
    expect(symbolsOf({ kind: "prefill", op }, lengths)["seen"]).toBe(20.5);
    expect(symbolsOf({ kind: "decode", op }, lengths)["seen"]).toBe(100);
  });
});

const machines: readonly Machine[] = [
  { hands: "workgroup", team: 32 },
  { hands: "subgroup", team: 4 },
  { hands: "subgroup", team: 64 },
];

describe.each(exampleNames)("every kernel of %s", (file) => {
  it("can be counted, and every loop says how often it runs", () => {
    for (const model of example(file).models) {
      for (const layer of model.layers.slice(0, 1)) {
        for (const machine of machines) {
          const { hidden, dtype } = model;
          const choose = (operation: Operation): Schedule => {
            const [first] = candidates(operation, machine);
            if (first === undefined) throw new Error("no candidate");
            return first;
          };
          const { load, prefill, decode } = lowerLayer(layer, hidden.value, dtype.value, {
            machine,
            choose,
            fuses,
          });
          const phases = [prefill, decode].flatMap(({ keys, queries }) => [...keys, ...queries]);
          for (const { kernel } of [...load, ...phases]) {
            expect(loopsIn(count(kernel).nest)).toBe(kernel.loops.length);
          }
        }
      }
    }
  });
});

function loopsIn({ inner }: Nest): number {
  return inner.reduce((sum, loop) => sum + 1 + loopsIn(loop), 0);
}
