import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { plain } from "../../compiler/diagnostics/index.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { renderRewrites } from "../../compiler/report/rewrites.js";
import { rewritesJson } from "../../compiler/report/rewrites-json.js";

const example = (file: string): readonly StagePlan[] =>
  analyze(file, { read: (name) => readFileSync(`examples/${name}`, "utf8") }).growths.flatMap(
    ({ stages }) => stages,
  );
const stages = [...example("motif-growth.gda"), ...example("two-kinds.gda")];

describe.each(stages.map((stage) => [stage.name, stage] as const))("%s", (name, stage) => {
  it("as text", async () => {
    const text = renderRewrites(stage, plain);
    await expect(text).toMatchFileSnapshot(`expected/rewrites-${name}.txt`);
    const lines = text.split("\n");
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(lines.filter((line) => line.trimEnd() !== line)).toEqual([]);
  });

  it("as JSON", () => {
    const report: unknown = JSON.parse(rewritesJson(stage));
    expect(report).toMatchObject({
      schema: 1,
      stage: stage.model.name,
      source: { name: stage.source.name },
      model: { name: stage.model.name },
    });
    expect(report).toHaveProperty("tensors");
    expect(report).toHaveProperty("layers.length", stage.model.layers.length);
  });
});

it("JSON has the numbers and the words of a row", () => {
  const [wide] = stages;
  const report: unknown = wide && JSON.parse(rewritesJson(wide));
  // After the embedding, the norm and q.
  const k = (field: string): string => `tensors[3].${field}`;
  expect(report).toHaveProperty(k("target.name"), "model.layers.0.self_attn.k_proj.weight");
  expect(report).toHaveProperty(k("rows"), [{ first: 0, count: 2048 }]);
  expect(report).toHaveProperty(k("columns"), [
    { first: 0, count: 2048, copy: 0, factor: 0.5, sign: 1 },
    { first: 0, count: 2048, copy: 1, factor: 0.5, sign: -1 },
  ]);
  expect(report).toHaveProperty(k("noise"), { snr: 10, seed: 1 });
  expect(report).toHaveProperty(k("words"), {
    view: "[8, 2, 128, 2048]",
    copies: "hidden × 2",
    divisors: [2],
    noise: "10 dB",
    also: "",
  });
  expect(report).toHaveProperty(k("bytes"), 2 * 2048 * 4096);
});
