import { describe, expect, it } from "vitest";
import { type GroupFacts, type Totals, derive, show } from "./written.js";

const settled: readonly (readonly [string, Totals, readonly GroupFacts[]])[] = [
  // The table of language.md, section 6.
  ["8 × (4 + 1), 8 KV pairs", {}, [{ count: 8, signal: 4, noise: 1 }]],
  ["8 × (4 + 1), 8 KV pairs", {}, [{ count: 8, ratio: 4 }]],
  ["8 × (4 + 1), 8 KV pairs", { groups: 8, ratio: 4 }, []],
  ["8 × (4 + 1), 8 KV pairs", { heads: 40, ratio: 4 }, []],
  ["8 × (4 + 1), 8 KV pairs", { heads: 40, signalHeads: 32 }, []],
  ["8 × (4 + 1), 8 KV pairs", { heads: 40, noiseHeads: 8 }, []],
  ["8 × (4 + 1), 8 KV pairs", { signalHeads: 32, noiseHeads: 8 }, []],
  ["8 × (4 + 1), 8 KV pairs", { signalHeads: 32, ratio: 4 }, []],
  ["8 × (4 + 1), 8 KV pairs", { noiseHeads: 8, ratio: 4 }, []],
  ["4 × (8 + 2), 4 KV pairs", { heads: 40, ratio: 4, groups: 4 }, []],
  ["32 × (1 + 0), 32 KV pairs", { heads: 32 }, []],
  ["1 × (32 + 0), 1 KV pairs", { heads: 32, kvPairs: 1 }, []],
  ["8 × (8 + 0), 8 KV pairs", { heads: 64, kvPairs: 8 }, []],
  // Around it.
  ["8 × (4 + 0), 8 KV pairs", { heads: 32, groups: 8 }, []],
  ["32 × (1 + 0), 32 KV pairs", { heads: 32, noiseHeads: 0 }, []],
  ["32 × (1 + 0), 32 KV pairs", { heads: 32, signalHeads: 32 }, []],
  ["6 × (4 + 1), 2 KV pairs", { signalHeads: 24, ratio: 4, kvPairs: 2 }, []],
  ["32 × (1 + 1), 8 KV pairs", { kvPairs: 8 }, [{ count: 32, signal: 1, noise: 1 }]],
  ["8 × (4 + 1), 8 KV pairs", { heads: 40 }, [{ signal: 4, noise: 1 }]],
  ["8 × (4 + 1), 8 KV pairs", { heads: 40 }, [{ signal: 4 }]],
  ["4 × (4 + 2), 8 KV pairs", { kvPairs: 8 }, [{ signal: 4, noise: 2, kv: 2 }]],
  ["4 × (4 + 2), 8 KV pairs", {}, [{ count: 4, signal: 4, noise: 2, kv: 2 }]],
  [
    "6 × (6 + 1) and 2 × (2 + 1), 8 KV pairs",
    { heads: 48, groups: 8, noiseHeads: 8, ratio: 5 },
    [
      { name: "sharp", count: 6, signal: 6, noise: 1 },
      { name: "calm", count: 2, signal: 2, noise: 1 },
    ],
  ],
  [
    "3 × (4 + 2) and 2 × (3 + 0), 12 KV pairs",
    {},
    [
      { name: "sharp", count: 3, signal: 4, noise: 2, kv: 2 },
      { name: "calm", count: 2, signal: 3, noise: 0, kv: 3 },
    ],
  ],
];

describe("what is written settles", () => {
  it.each(settled)("%s", (expected, totals, groups) => {
    expect(show(derive(totals, ...groups))).toBe(expected);
  });
});

const wrong: readonly (readonly [string, Totals, readonly GroupFacts[]])[] = [
  ["GDA4001 No head is counted; add `heads`, or a `group` with `signal` and `noise`.", {}, []],
  ["GDA4001 A ratio gives no count; add `heads`, `groups` or a `group`.", { ratio: 4 }, []],
  ["GDA4001 8 KV pairs for how many heads? Add `heads`.", { kvPairs: 8 }, []],
  ["GDA4001 8 groups of how many heads? Add `heads` or `ratio`.", { groups: 8 }, []],
  [
    "GDA4001 32 signal heads with how many noise heads? Add `noise_heads`, `ratio` or `heads`.",
    { signalHeads: 32 },
    [],
  ],
  [
    "GDA4001 8 noise heads with how many signal heads? Add `signal_heads`, `ratio` or `heads`.",
    { noiseHeads: 8 },
    [],
  ],
  [
    "GDA4001 `group sharp` does not say how many groups, as `group sharp[8]`.\n" +
      "GDA4001 `group calm` does not say its `signal` or `ratio`.",
    {},
    [
      { name: "sharp", signal: 4, noise: 1 },
      { name: "calm", count: 2 },
    ],
  ],
  [
    "GDA4001 `group` does not say how many groups, as `group[8]`, nor its `signal` or `ratio`.",
    { kvPairs: 8 },
    [{ noise: 1 }],
  ],
  [
    "GDA4002 These three cannot all hold: 8 groups of 3:1 have a multiple of 32 heads.",
    { heads: 40, groups: 8, ratio: 3 },
    [],
  ],
  [
    "GDA4002 These three cannot all hold: 32 signal heads and 8 noise heads make 40 heads.",
    { heads: 41, signalHeads: 32, noiseHeads: 8 },
    [],
  ],
  [
    "GDA4002 These three cannot all hold: 8 noise heads in groups of 3:1 make 24 signal heads.",
    { signalHeads: 32, noiseHeads: 8, ratio: 3 },
    [],
  ],
  [
    "GDA4002 These three cannot all hold: groups of 4 + 1 have a ratio of 4:1.",
    {},
    [{ count: 8, signal: 4, noise: 1, ratio: 3 }],
  ],
  [
    "GDA4002 These four cannot all hold: 8 groups of 4 + 1 have 40 heads.",
    { heads: 48 },
    [{ count: 8, signal: 4, noise: 1 }],
  ],
  [
    "GDA4002 These two cannot both hold: 50 signal heads are more than 40 heads.",
    { heads: 40, signalHeads: 50 },
    [],
  ],
  [
    "GDA4002 These two cannot both hold: 40 noise heads among 40 heads leave no signal head.",
    { heads: 40, noiseHeads: 40 },
    [],
  ],
  [
    "GDA4002 These two cannot both hold: one says 8 groups, the other 6 groups.",
    { groups: 8 },
    [{ count: 6, signal: 4 }],
  ],
  [
    "GDA4002 These two cannot both hold: a ratio needs noise heads.",
    { noiseHeads: 0, ratio: 4 },
    [],
  ],
  [
    "GDA4002 These three cannot all hold: 6 groups of 6 + 1 and 2 groups of 2 + 1 have 48 heads.",
    { heads: 40 },
    [
      { name: "sharp", count: 6, signal: 6, noise: 1 },
      { name: "calm", count: 2, signal: 2, noise: 1 },
    ],
  ],
  [
    "GDA4002 These three cannot all hold: 2 KV pairs a group and 2 groups make 4 KV pairs.",
    { kvPairs: 3 },
    [{ name: "only", count: 2, signal: 4, noise: 2, kv: 2 }],
  ],
  ["GDA4003 42 heads do not divide 4:1; 40 and 45 do.", { heads: 42, ratio: 4 }, []],
  ["GDA4003 42 heads do not divide into 8 groups; 40 and 48 do.", { heads: 42, groups: 8 }, []],
  ["GDA4003 30 heads do not divide among 8 KV pairs; 24 and 32 do.", { heads: 30, kvPairs: 8 }, []],
  ["GDA4003 4 heads do not divide into 8 groups; 8 do.", { heads: 4, groups: 8 }, []],
  ["GDA4003 1 head does not divide 4:1; 5 do.", { heads: 1, ratio: 4 }, []],
  [
    "GDA4003 42 heads do not divide into groups of 4 + 1; 40 and 45 do.",
    { heads: 42 },
    [{ signal: 4, noise: 1 }],
  ],
  [
    "GDA4003 5 signal heads a group do not divide 4:1; 4 and 8 do.",
    {},
    [{ count: 8, signal: 5, ratio: 4 }],
  ],
  [
    "GDA4004 Each noise head serves a whole number of signal heads: 5 signal heads a group do not " +
      "divide among 2 noise heads a group; 4 and 6 do.",
    {},
    [{ count: 8, signal: 5, noise: 2 }],
  ],
  [
    "GDA4004 Each noise head serves a whole number of signal heads: 30 signal heads do not divide " +
      "among 8 noise heads; 24 and 32 do.",
    { signalHeads: 30, noiseHeads: 8 },
    [],
  ],
  [
    "GDA4005 A nameless group is a layer's only class; name it.",
    {},
    [
      { count: 6, signal: 6, noise: 1 },
      { name: "calm", count: 2, signal: 2, noise: 1 },
    ],
  ],
  [
    "GDA4006 A KV pair serves whole noise heads: 16 KV pairs do not divide among 8 groups of 4 + 1.",
    { kvPairs: 16 },
    [{ count: 8, signal: 4, noise: 1 }],
  ],
  [
    "GDA4006 A KV pair serves whole query heads: 64 KV pairs do not divide among 8 groups of 4 + 0.",
    { kvPairs: 64 },
    [{ count: 8, signal: 4, noise: 0 }],
  ],
  [
    "GDA4006 A KV pair serves whole noise heads: 2 KV pairs a group do not divide among 8 groups of " +
      "4 + 1.",
    {},
    [{ count: 8, signal: 4, noise: 1, kv: 2 }],
  ],
];

describe("what is wrong is told", () => {
  it.each(wrong)("%s", (expected, totals, groups) => {
    expect(show(derive(totals, ...groups))).toBe(expected);
  });
});

describe("places", () => {
  it("shows each of three that clash, the last as the one to look at", () => {
    const [finding] = derive({ heads: 40, groups: 8, ratio: 3 }).findings;
    expect(finding?.primary).toEqual({
      span: { file: "heads.gda", start: 30, end: 35 },
      text: "a ratio of 3:1",
    });
    expect(finding?.secondary.map(({ span, text }) => [span.start, text])).toEqual([
      [10, "40 heads"],
      [20, "8 groups"],
    ]);
  });

  it("shows what KV pairs are divided among, and knows a Motif config", () => {
    const [finding] = derive({ kvPairs: 16 }, { count: 8, signal: 4, noise: 1 }).findings;
    expect(finding?.primary.span.start).toBe(10);
    expect(finding?.secondary.map(({ text }) => text)).toEqual(["8 groups of 4 + 1"]);
    expect(finding?.help).toEqual(["If 16 is `num_key_value_heads` of a Motif config, write 8."]);
  });

  it("suggests the pairs that fit", () => {
    const [finding] = derive({ kvPairs: 3, heads: 40, ratio: 4 }).findings;
    expect(finding?.help).toEqual(["2 and 4 do."]);
  });

  it("says that noise was taken as 1", () => {
    const [finding] = derive({ heads: 42 }, { signal: 4 }).findings;
    expect(finding?.message).toBe("42 heads do not divide into groups of 4 + 1; 40 and 45 do.");
    expect(finding?.help).toEqual(["`noise` is left out, which makes it 1."]);
  });
});

describe("origins", () => {
  it("keeps written facts and derives the others from all that took part", () => {
    const { heads } = derive({ heads: 40, ratio: 4 });
    const [only] = heads?.classes ?? [];
    expect(only?.noise).toEqual({ value: 1, origin: "default", from: [] });
    expect(only?.groups.origin).toBe("derived");
    expect(only?.groups.from.map(({ start }) => start)).toEqual([10, 20]);
    expect(heads?.kvPairs).toEqual(only?.groups);
  });

  it("keeps the written count of a group", () => {
    const { heads } = derive({}, { count: 8, signal: 4, noise: 1, kv: 1 });
    expect(heads?.classes[0]?.groups.origin).toBe("written");
    expect(heads?.classes[0]?.kv?.origin).toBe("written");
    expect(heads?.kvPairs.origin).toBe("derived");
  });
});
