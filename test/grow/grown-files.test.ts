import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { grownFiles } from "../../compiler/cli/grown-files.js";
import { JsonObject } from "../support/json.js";
import { smallMotif } from "./motif.js";
import { scratch } from "./support/folder.js";
import { stages } from "../growth/grow.js";

const { stage } = smallMotif("tile", "carry");

/** A source's file with this config beside it. */
function beside(config: string): string {
  const folder = scratch();
  writeFileSync(join(folder, "config.json"), config);
  return join(folder, "model.safetensors");
}

test("the spec says the grown model, also where λ no longer follows depth", () => {
  const text = grownFiles(stage("deep"), "nowhere/model.safetensors").texts.get("model.gda");
  const { models, diagnostics } = analyze("model.gda", {
    read: (file) => (file === "model.gda" ? text : undefined),
  });
  expect(diagnostics).toEqual([]);
  const inits = stage("deep").model.layers.map(({ lambda }) => lambda?.value);
  expect(models[0]?.layers.map(({ lambda }) => lambda?.value)).toEqual(inits);
});

test("the config says the grown model, and what the source's says beyond it", () => {
  const config = { model_type: "Motif", hidden_size: 64, num_noise_heads: 4, bos_token_id: 7 };
  const { texts, notes } = grownFiles(stage("wide"), beside(JSON.stringify(config)));
  const grown = JsonObject.parse(texts.get("config.json") ?? "");
  expect(notes).toEqual([]);
  expect(grown.number("bos_token_id")).toBe(7);
  expect(grown.number("hidden_size")).toBe(128);
  expect(grown.number("num_attention_heads")).toBe(20);
  expect(grown.number("num_noise_heads")).toBe(4);
});

test("a model that no config says goes without, and that is told", () => {
  const { texts, notes } = grownFiles(stage("deep"), "nowhere/model.safetensors");
  expect([...texts.keys()]).toEqual(["model.gda"]);
  expect(notes.join()).toMatch(/^without a config\.json: No config\.json says `Up\.deep`/);
});

test("the language's own names are read by no config", () => {
  const native = stages("stage wide from Base at 1T tokens { hidden *= 2, copies: tile }");
  const { texts, notes } = grownFiles(native.stage("wide"), beside("{"));
  expect([...texts.keys()]).toEqual(["model.gda"]);
  expect(notes).toEqual([]);
});

test.each([
  ["{", /is no config: /],
  ["[1]", /is no config: it is no object/],
  ["null", /is no config: it is no object/],
])("a broken config %s is not passed over", (config, message) => {
  expect(() => grownFiles(stage("wide"), beside(config))).toThrow(message);
});
