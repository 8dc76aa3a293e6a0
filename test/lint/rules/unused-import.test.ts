import { expect, test } from "vitest";
import { fixed, found, plain } from "../lints.js";

const rule = "unused-import";
const files = {
  "base.gda":
    "const breadth = 512\nconst depth_of = 4\nfamily Base { attention { heads: 4, mask: causal } }\ntarget Laptop { cache_budget: 1 GiB }\n",
};
const model = plain("heads: 4, head_dim: 128, mask: causal");

test("a name that nothing mentions", () => {
  const text = `import { breadth, depth_of } from "base.gda"\n${model.replace("512", "breadth")}`;
  expect(found(rule, text, { files })).toEqual([
    "depth_of: `depth_of` is imported and never used.",
  ]);
  expect(fixed(rule, text, { files })).toBe(
    `import { breadth } from "base.gda"\n${model.replace("512", "breadth")}`,
  );
});

test("a name counts under the one that it has here", () => {
  const text = `import { breadth as b, Base } from "base.gda"\n${model.replace("512", "b")}`;
  expect(found(rule, text, { files })).toEqual(["Base: `Base` is imported and never used."]);
});

test("a whole import goes with its line, and comments stay", () => {
  const text = `// Why.\r\nimport { breadth, Base } from "base.gda"\r\n${model}`;
  expect(found(rule, text, { files })).toHaveLength(2);
  expect(fixed(rule, text, { files })).toBe(`// Why.\r\n${model}`);
  const behind = `import { breadth } from "base.gda"  // for later\n${model}`;
  expect(fixed(rule, behind, { files })).toBe(`  // for later\n${model}`);
});

test("a target is used by being in reach", () => {
  expect(found(rule, `import { Laptop } from "base.gda"\n${model}`, { files })).toEqual([]);
});

test("extends, growth and assertions are uses", () => {
  const others = { "small.gda": model, "other.gda": model.replace("Small", "Other") };
  const text = `import { Small } from "small.gda"
import { Other } from "other.gda"
growth Grown {
  stage next from Small at 0 tokens { context: 2048 }
  assert next == Other
}
`;
  expect(found(rule, text, { files: others })).toEqual([]);
});
