import { describe, expect, it } from "vitest";
import { plain } from "../../compiler/diagnostics/index.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import {
  renderFacts,
  renderGrowth,
  renderJson,
  renderModel,
  renderSweep,
} from "../../compiler/report/index.js";
import { llama8B, motif12B7, motif3 } from "../plan/published.js";
import { layerPlan, modelPlan } from "../support/plans.js";
import { facts, growth, sources } from "./material.js";

/** 40 + 8 heads in two classes, fewer in the first layers. */
const twoKinds = modelPlan(
  Array.from({ length: 10 }, (_, index) =>
    layerPlan({
      index,
      classes: [
        { name: "sharp", groups: 6, signal: index < 4 ? 2 : 6, noise: 1 },
        { name: "calm", groups: 2, signal: 2, noise: 1 },
      ],
      softcap: index % 2 === 0 ? 50 : undefined,
    }),
  ),
  64,
  { name: "TwoKinds" },
);

/** Every kernel of a build, with a line that has to wrap. */
const kernels = [
  { name: "project_5120x4096", steps: ["layers 0-39: project q"] },
  { name: "attend_4_1_128_256", steps: Array.from({ length: 12 }, (_, i) => `step ${i} of it`) },
];

describe("a model", () => {
  const models: readonly (readonly [string, ModelPlan])[] = [
    ["motif-12b7", motif12B7],
    ["motif-3", motif3],
    ["llama-8b", llama8B],
    ["two-kinds", twoKinds],
  ];

  it.each(models)("%s", async (name, plan) => {
    const text = renderModel(plan, { style: plain, kernels });
    await expect(text).toMatchFileSnapshot(`expected/${name}.txt`);
  });

  it.each(models)("%s is at most 100 columns wide", (_, plan) => {
    const lines = renderModel(plan, { style: plain, kernels }).split("\n");
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(lines.filter((line) => line.trimEnd() !== line)).toEqual([]);
  });

  it("shows the lengths that are asked for, and paints headings alone", () => {
    const style = { ...plain, strong: (text: string) => `*${text}*` };
    const text = renderModel(llama8B, { style, lengths: { prefill: 512, cached: 1024 } });
    expect(text).toContain("*Heads*\n");
    expect(text).toContain("prefill of 512 ");
    expect(text).toContain("decode after 1,024 ");
  });
});

it("facts, with origins and places", async () => {
  await expect(renderFacts(facts, sources, plain)).toMatchFileSnapshot("expected/facts.txt");
});

it("facts with long values are at most 100 columns wide", () => {
  const lines = renderFacts(motif3, sources, plain).split("\n");
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

it("a growth", async () => {
  await expect(renderGrowth(growth, plain)).toMatchFileSnapshot("expected/growth.txt");
});

it("a sweep", async () => {
  const swept = [
    { value: "1:1", signal: 1 },
    { value: "4:1", signal: 4 },
  ].map(({ value, signal }) => ({
    value,
    plan: modelPlan([layerPlan({ classes: [{ groups: 24 / signal, signal, noise: 1 }] })], 768),
    lengths: { prefill: 2048, cached: 2047 },
  }));
  await expect(renderSweep("r", swept, plain)).toMatchFileSnapshot("expected/sweep.txt");
});

describe("JSON", () => {
  const report: unknown = JSON.parse(renderJson([{ plan: facts }], [growth], sources));

  it("has the numbers of the plan", () => {
    expect(report).toMatchObject({
      schema: 1,
      models: [
        {
          name: "Test",
          hidden: { value: 32, origin: "written" },
          layers: [{ index: 0, classes: [{ groups: { value: 2 }, signal: { value: 2 } }] }, {}],
          cache: { bytesPerToken: 768 },
          tensors: { outer: [] },
        },
      ],
      growths: [{ name: "Grow", stages: [{ name: "wide", classCopies: [{}] }] }],
    });
  });

  it("has lines and columns of every place", () => {
    expect(report).toMatchObject({
      models: [
        {
          hidden: {
            from: [
              {
                file: "main.gda",
                start: { offset: 15, line: 2, column: 3 },
                end: { offset: 25, line: 2, column: 13 },
              },
            ],
          },
        },
      ],
    });
  });
});
