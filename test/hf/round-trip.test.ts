import { expect, test } from "vitest";
import { configOf, hfFiles } from "../../compiler/hf/export.js";
import { example } from "../support/examples.js";
import { fact } from "../support/plans.js";
import { valuesOf } from "../support/values.js";
import { configNames, configText, configWith, imported, specOf } from "./configs.js";

test.each(configNames)("%s: the config that is written says the same model", (name) => {
  const { model } = specOf(configText(name));
  const again = specOf(configOf(model));
  expect(valuesOf(again.model)).toEqual(valuesOf(model));
  expect(imported(configOf(model)).findings).toEqual([]);
});

/** Fields that a written config has in another form, or leaves to what follows from others. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  // Written as transformers 4 has them.
  "deepseek-v2-lite": ["dtype", "rope_parameters", "head_dim", "architectures", "model_type"],
  // V2 and V3 have the same attention; a plan does not tell them apart.
  "deepseek-v2.5": ["architectures", "model_type"],
  "gemma-3-1b": ["sliding_window_pattern"],
};

const whole = configNames.filter((name) => name !== "gemma-3-12b");

test.each(whole)("%s: what is written is what was read, field by field", (name) => {
  const original = configWith(name);
  const { findings, spec } = imported(original);
  if (!spec) throw new Error("There is no spec.");
  const told = findings.flatMap(({ message }) => message.match(/(?<=`)\w+(?=`)/g) ?? []);
  const passed = new Set([...spec.meaningless, ...told, ...(elsewhere[name] ?? [])]);
  const written = configOf(spec.model);
  const read = Object.entries(original).filter(
    ([field, value]) => !passed.has(field) && value !== null,
  );
  const same = read.map(([field]) => [field, written[field]]);
  expect(Object.fromEntries(same)).toEqual(Object.fromEntries(read));
});

test.each(["motif-2-12.7b.gda", "motif-2.6b.gda", "llama-3-8b.gda"])("%s has a config", (file) => {
  const [model] = example(file).models;
  if (!model) throw new Error("There is no model.");
  expect(valuesOf(specOf(configOf(model)).model)).toEqual(valuesOf(model));
});

test("every stage of the growth of Motif has a config", () => {
  const models = example("motif-growth.gda").growths[0]?.stages.map(({ model }) => model) ?? [];
  expect(models.map((model) => configOf(model)["num_attention_heads"])).toEqual([40, 40, 40]);
});

test.each([
  ["two-kinds.gda", "config of type `motif` needs `vocab_size`"],
  ["gpt-oss-20b.gda", "`pre_norm` would be rms(eps: 1e-5), not none"],
])("%s has none, and the reason says why", (file, reason) => {
  const [model] = example(file).models;
  if (!model) throw new Error("There is no model.");
  expect(() => configOf(model)).toThrow(reason);
});

test("λ.init that does not follow the layer has no config", () => {
  const { model } = specOf(configText("motif-2.6b"));
  const layers = model.layers.map((layer, i) =>
    i < 30 ? layer : { ...layer, lambda: fact({ kind: "reparam", init: 0.5 } as const) },
  );
  expect(() => configOf({ ...model, layers })).toThrow(
    "`lambda` of layers 30-31 would be reparam(init: 0.799",
  );
});

test("the files of a model: its config, and its tensors by name and shape", () => {
  const { model } = specOf(configText("diffllama-default"));
  const files = hfFiles(model);
  expect([...files.keys()]).toEqual(["config.json", "tensors.txt"]);
  expect(specOf(files.get("config.json")).model).toEqual(specOf(configOf(model)).model);
  const lines = files.get("tensors.txt")?.split("\n") ?? [];
  expect(lines[0]).toMatch(/^model\.embed_tokens\.weight +\[32000, 2048\]$/);
  expect(lines.find((line) => line.includes("layers.0.self_attn.q_proj"))).toMatch(
    /\[2048, 2048\] {2}heads halves$/,
  );
});
