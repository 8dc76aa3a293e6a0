import { describe, expect, it } from "vitest";
import { stages, type Grown } from "./grow.js";

const change = (body: string, facts = "", attention = ""): Grown =>
  stages(`stage s from Base at 1T tokens { ${body} }`, facts, attention);

describe("the function is kept by", () => {
  it.each([
    ["a longer context", "context: 8192", ""],
    ["other names of weights", "checkpoint: motif", ""],
    ["wider numbers", "dtype: f32", ""],
    [
      "a head of its own, which starts as a copy",
      "embedding: untied",
      "vocab: 100, embedding: tied",
    ],
  ])("%s", (_, body, facts) => {
    expect(change(body, facts).findings).toEqual([]);
  });

  it("what a lossy block gives a reason for", () => {
    const { findings, stage } = change(
      'lossy "for a test" { attention { mask: window(keys: 9) } }',
    );
    expect(findings).toEqual([]);
    expect(stage("s").model.layers[0]?.mask.value).toEqual({ kind: "window", keys: 9 });
    expect(stage("s").lossy).toEqual([{ reason: "for a test", facts: ["attention.mask"] }]);
  });
});

const SAY_WHY = 'Say why: `lossy "…" { … }`.';

const broken: readonly (readonly [string, string, string])[] = [
  [
    '`head_dim: 128` moves scores and RoPE. Exact instead: `group { signal *= 2 }`. Or `lossy "why" { … }`.',
    "attention { head_dim: 128 }",
    "",
  ],
  [
    `\`mask: window(keys: 9)\` changes what the model computes. ${SAY_WHY}`,
    "attention { mask: window(keys: 9) }",
    "",
  ],
  [`\`softcap: 50\` changes what the model computes. ${SAY_WHY}`, "attention { softcap: 50 }", ""],
  [
    `\`dtype: bf16(cache: bf16, accumulate: f32)\` changes what the model computes. ${SAY_WHY}`,
    "dtype: bf16",
    "",
  ],
  [
    `\`vocab: 200\` changes what the model computes. ${SAY_WHY}`,
    "vocab: 200",
    "vocab: 100, embedding: tied",
  ],
  [
    `\`embedding: tied\` changes what the model computes. ${SAY_WHY}`,
    "embedding: tied",
    "vocab: 100, embedding: untied",
  ],
  ["`hidden: 1,024` does not say that it copies. Write `hidden *= 2`.", "hidden: 1024", ""],
  [
    "`group signal: 8` does not say that it copies. Write `signal *= 4`.",
    "attention { group { signal: 8 } }",
    "",
  ],
  [
    `\`group signal: 3\` changes what the model computes. ${SAY_WHY}`,
    "attention { group { signal: 3 } }",
    "",
  ],
];

describe("the function is not kept by", () => {
  it.each(broken)("%s", (message, body, facts) => {
    expect(change(body, facts).findings).toEqual([`GDA5003 ${message}`]);
  });

  it("copies of heads that take their noise by number", () => {
    const { findings } = change(
      "attention { group { signal *= 2 } }, copies: tile",
      "",
      "noise_repeat: tile",
    );
    expect(findings).toEqual([
      "GDA5003 `*=` numbers the heads anew, and with `noise_repeat: tile` they take other noise " +
        'heads. Grow before tiling, or say why: `lossy "…" { … }`.',
    ]);
  });

  it("a change beside a lossy one", () => {
    const { findings } = change(
      'attention { softcap: 50 }, lossy "for a test" { attention { mask: window(keys: 9) } }',
    );
    expect(findings).toEqual([
      `GDA5003 \`softcap: 50\` changes what the model computes. ${SAY_WHY}`,
    ]);
  });
});
