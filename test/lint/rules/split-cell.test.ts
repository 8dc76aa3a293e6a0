import { expect, test } from "vitest";
import { portableMachine } from "../../../compiler/kernels/machine.js";
import { coreOps } from "../../../compiler/kernels/operations/core.js";
import { held } from "../../../compiler/kernels/schedule/candidates.js";
import { formats } from "../../../compiler/kernels/text/format.js";
import { analyze } from "../../../compiler/analyze.js";
import { found, motif } from "../lints.js";

const group = (signal: number): string =>
  motif(`group[2] { signal: ${signal}, noise: 1 }, head_dim: 128`);

test("four signal heads take one pass, five take six", () => {
  expect(found("split-cell", group(4))).toEqual([]);
  expect(found("split-cell", group(5))).toEqual([
    "signal: 5: 5 signal heads and their noise head do not fit into one pass: prefill without subgroups reads their keys 6 times.",
  ]);
});

test("the passes are those of the kernels' own schedule", () => {
  for (const signal of [1, 2, 3, 4, 6, 8, 12]) {
    const text = group(signal);
    const { models } = analyze("a.gda", { read: (file) => (file === "a.gda" ? text : undefined) });
    const layer = models[0]?.layers[0];
    if (!layer) throw new Error("no plan");
    const [op] = coreOps(layer, formats.f32);
    if (!op) throw new Error("no core");
    const [most = 1] = held(op, portableMachine, "rows");
    const passes = most === op.signals ? [] : [`${1 + op.signals / most} times.`];
    expect(found("split-cell", text).map((it) => it.split("their keys ")[1])).toEqual(passes);
  }
});
