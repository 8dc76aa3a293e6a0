import { describe, expect, it } from "vitest";
import { grow, stages, type Grown } from "./grow.js";

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

  it.each(["signal", "count"])(
    "copies of %s with noise heads that are taken by number",
    (count) => {
      const body = `attention { group { ${count} *= 2 } }, copies: tile`;
      expect(change(body, "", "noise_repeat: tile").findings).toEqual([]);
    },
  );

  it("another way to cache the same keys and values", () => {
    const latent =
      "latent { query: none, kv: 64, norm: rms(eps: 1e-5) }, head_dim: 32 plain + 32 rotary";
    const { findings } = grow(`
model Base {
  hidden: 512, layers: 2, context: 2048, dtype: f16
  attention { heads: 4, rope: half(theta: 1e4), mask: causal, value_dim: 32, ${latent} }
}
growth Up { stage s from Base at 1T tokens { attention { cache: latent } } }`);
    expect(findings).toEqual([]);
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

describe("quantised weights", () => {
  const quantised = (change: string): readonly string[] =>
    grow(`
model Base {
  hidden: 64, layers: 2, context: 2048, dtype: i4
  attention { heads: 4, head_dim: 16, rope: none, mask: causal }
}
growth Up { stage s from Base at 1T tokens { ${change} } }`).findings;

  it("may be copied, and their cache may be wider", () => {
    expect(quantised("dtype { cache: f32 }")).toEqual([]);
    expect(quantised("hidden *= 2, copies: tile")).toEqual([]);
  });

  it.each([
    ["dtype: f32", "f32(cache: f32, accumulate: f32)"],
    ["dtype { block: 16 }", "i4(block: 16, cache: f16, accumulate: f32)"],
    ["dtype: i8", "i8(block: 32, cache: f16, accumulate: f32)"],
  ])("%s would round them otherwise", (body, dtype) => {
    expect(quantised(body)).toEqual([
      `GDA5003 \`dtype: ${dtype}\` changes what the model computes. ${SAY_WHY}`,
    ]);
  });
});

const SAY_WHY = 'Say why: `lossy "…" { … }`.';

const OR_SAY_WHY = 'Or `lossy "why" { … }`.';
const MORE_SIGNAL = `Exact instead: \`group { signal *= 2 }\`. ${OR_SAY_WHY}`;

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
  [
    "`group signal: 1` takes signal heads away. Exact instead, for a smaller ratio: " +
      `\`group { noise *= 2 }\`. ${OR_SAY_WHY}`,
    "attention { group { signal: 1 } }",
    "",
  ],
  [
    `\`group count: 2\` takes groups away. ${MORE_SIGNAL}`,
    "attention { group[2] { signal: 2 } }",
    "",
  ],
  [
    `\`value_dim: 128\` gives each head other channels to norm. ${MORE_SIGNAL}`,
    "attention { value_dim: 128 }",
    "",
  ],
  [
    "`rope: half(theta: 10,000)` turns q and k by other angles. Exact instead: a longer `context` " +
      `with the same rope. ${OR_SAY_WHY}`,
    "attention { rope: half(theta: 1e4) }",
    "",
  ],
  [
    "`kv_pairs: 2` gives heads other keys and values. Exact instead: `group { count *= 2 }`, which " +
      `brings its KV pairs along. ${OR_SAY_WHY}`,
    "attention { kv_pairs: 2 }",
    "",
  ],
];

describe("the function is not kept by", () => {
  it.each(broken)("%s", (message, body, facts) => {
    expect(change(body, facts).findings).toEqual([`GDA5003 ${message}`]);
  });

  const classes = (body: string, pairs: string): Grown =>
    stages(
      `stage s from Base at 1T tokens { attention { ${body} }, copies: tile }`,
      "",
      pairs,
      "group a[2] { signal: 2, noise: 1 }, group b[2] { signal: 2, noise: 1 }",
    );

  it("groups of one class that come between others and their KV pairs", () => {
    const { findings } = classes("group a { count *= 2 }", "kv_pairs: 2");
    expect(findings).toEqual([
      "GDA5003 `*=` lets heads share a KV pair that do not share one now. Exact instead: the same " +
        "factor for all classes, or `kv` in each class.",
    ]);
  });

  it.each([
    ["group a { count *= 2 }", ""],
    ["group a { count *= 2 }", "kv_pairs: 1"],
    ["group a { signal *= 3 }", "kv_pairs: 2"],
  ])("%s with %s, though, is kept", (body, pairs) => {
    expect(classes(body, pairs).findings).toEqual([]);
  });

  it.each([
    [
      "",
      [
        "GDA5003 `hidden *= 2` makes the logits 2 times as large, where the head is tied and no norm stands before it. Exact instead: `embedding: untied`.",
      ],
    ],
    ["pre_norm: rms(eps: 1e-5)", []],
  ])("a tied head that reads the copies of the stream: %s", (norm, expected) => {
    const facts = `vocab: 100, embedding: tied, ${norm}`;
    expect(change("hidden *= 2, copies: tile", facts).findings).toEqual(expected);
  });

  it("names of weights that leave one out", () => {
    const normed = "lambda: constant(value: 0.5), head_norm: rms(eps: 1e-5)";
    expect(change("checkpoint: diff_llama", "", normed).findings).toEqual([
      "GDA5003 `checkpoint: diff_llama(order: halves)` leaves out the head norm's weight. Exact " +
        `instead: a family that stores it. ${OR_SAY_WHY}`,
    ]);
    expect(change("checkpoint: diff_llama").findings).toEqual([]);
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
