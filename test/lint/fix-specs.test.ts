import { expect, test } from "vitest";
import { Configs } from "../../compiler/cli/lint-config.js";
import { fixSpecs } from "../../compiler/cli/lint-fix.js";
import { Workspace } from "../../compiler/cli/workspace.js";
import { plain } from "./lints.js";

/** The texts of some specs after all fixes of the strict set. */
async function fixed(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const workspace = new Workspace({ param: {} });
  const specs = Object.entries(files).map(([file, text]) => ({ file, text }));
  for (const { file, text } of specs) workspace.replace(file, text);
  await fixSpecs(specs, workspace, new Configs("test/lint/strict.json"));
  return specs.map(({ file }) => workspace.text(file));
}

const heads = "heads: 32, kv_pairs: 32, head_dim: 128, mask: causal";

test("fixes lead to fixes, across specs", async () => {
  const base = `import { unused } from "c.gda"\nconst width_of = 512\n`;
  const files = {
    "a.gda": `import { width_of } from "b.gda"\n${plain(`${heads}, sinks: none`)}`,
    "b.gda": base,
    "c.gda": "const unused = 1\n",
  };
  const mended = heads.replace(" kv_pairs: 32,", "");
  expect(await fixed(files)).toEqual([
    plain(mended),
    "const width_of = 512\n",
    "const unused = 1\n",
  ]);
});

test("a fix that would break another spec is not made", async () => {
  const child = `import { Small } from "a.gda"
model Child extends Small { attention { kv_pairs: derive } }
`;
  const files = { "a.gda": plain(heads), "b.gda": child };
  expect(await fixed(files)).toEqual([plain(heads), child]);
  // Alone it is.
  expect(await fixed({ "a.gda": plain(heads) })).not.toEqual([plain(heads)]);
});

test("a fix that would change a plan is not made, and others beside it are", async () => {
  // A child that changes the heads: with the KV pairs written they stay 32, without they follow.
  const child = `model Child extends Small { attention { heads: 64 } }\n`;
  const [text] = await fixed({ "a.gda": plain(`${heads}, sinks: none`) + child });
  expect(text).toBe(plain(heads) + child);
});

test("errors are mended too, as far as there is one way", async () => {
  const broken = plain("heads: 4 head_dim: 128, mask: causal");
  expect(await fixed({ "a.gda": broken })).toEqual([
    plain("heads: 4, head_dim: 128, mask: causal"),
  ]);
});
