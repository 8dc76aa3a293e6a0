import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyze } from "../../../compiler/analyze.js";
import { compileModel } from "../../../compiler/kernels/model.js";
import { usedFeatures } from "../../../compiler/lint/rules/unused-feature.js";
import { portable } from "../../../compiler/target/portable.js";
import { fixed, found } from "../lints.js";

const target = (features: string): string => `target Laptop {\n  features: [${features}]\n}\n`;

test("features that no kernel uses, and why", () => {
  expect(found("unused-feature", target("shader_f16, subgroups, primitive_index"))).toEqual([
    "shader_f16: No kernel uses `shader_f16`: half formats are packed in 32 bits, and arithmetic is in f32.",
    "primitive_index: No kernel uses `primitive_index`.",
  ]);
});

test("the fix takes them out of the list", () => {
  expect(fixed("unused-feature", target("shader_f16, subgroups, primitive_index"))).toBe(
    target("subgroups"),
  );
});

test("kernels use no other features, whatever a target lists", () => {
  const features = ["subgroups", "shader_f16", "timestamp_query"];
  const used = readdirSync("examples").flatMap((name) => {
    const read = (file: string): string | undefined =>
      file.startsWith("gda:") ? undefined : readFileSync(`examples/${file}`, "utf8");
    const [model] = analyze(name, { read }).models;
    if (!model) return [];
    const { variants } = compileModel(model, model.layers.slice(0, 1), [
      { ...portable, features, subgroupSize: 32 },
    ]);
    return variants.flatMap((variant) => variant.features);
  });
  expect(new Set(used)).toEqual(usedFeatures);
});
