import { describe, expect, it } from "vitest";
import { queryHeads } from "../../compiler/plan/heads.js";
import { stages } from "./grow.js";

/** One stage of `Up`, with words on how to copy. */
const copying = (body: string): string =>
  `stage s from Base at 1T tokens { ${body}, copies: tile }`;

describe("a stage that copies", () => {
  it("multiplies widths and counts, and keeps the rest", () => {
    const { findings, stage } = stages(
      copying("hidden *= 2, mlp { width *= 3 }, attention { group { signal *= 4 } }"),
      "mlp { width: 1024, form: gated, activation: silu }",
    );
    expect(findings).toEqual([]);
    const { model, hiddenCopies, mlpCopies, classCopies } = stage("s");
    expect(model.name).toBe("Up.s");
    expect(model.hidden.value).toBe(1024);
    expect(model.layers[3]?.mlp?.width.value).toBe(3072);
    expect(model.layers[3]?.classes[0]).toMatchObject({
      groups: { value: 4 },
      signal: { value: 8 },
      noise: { value: 1 },
    });
    expect([hiddenCopies.value, mlpCopies.value]).toEqual([2, 3]);
    expect(classCopies).toMatchObject([
      { signal: { value: 4, origin: "written" }, noise: { value: 1, origin: "default" } },
    ]);
  });

  it("copies noise heads where they still serve whole signal heads", () => {
    const { findings, stage } = stages(copying("attention { group { noise *= 2 } }"));
    expect(findings).toEqual([]);
    expect(stage("s").classCopies[0]?.noise.value).toBe(2);
  });

  it("refuses noise heads that would serve a part of a signal head", () => {
    const { findings } = stages(copying("attention { group { noise *= 4 } }"));
    expect(findings.map((finding) => finding.slice(0, 7))).toEqual(["GDA4004"]);
  });

  it.each([
    ["kv_pairs: 4", 8],
    ["kv_pairs: 2", 4],
    ["", 8],
  ])("copies whole groups with their KV pairs: %s", (pairs, grown) => {
    const { findings, stage } = stages(copying("attention { group { count *= 2 } }"), "", pairs);
    expect(findings).toEqual([]);
    const { source, model } = stage("s");
    const [before, after] = [source.layers[0], model.layers[0]];
    expect(after?.kvPairs.value).toBe(grown);
    const pairsOf = (layer: typeof before): readonly number[] =>
      layer ? queryHeads(layer).map(({ kvPair }) => kvPair) : [];
    expect(pairsOf(after).slice(0, pairsOf(before).length)).toEqual(pairsOf(before));
  });

  it("names the classes that it copies", () => {
    const heads = "group sharp[3] { signal: 4, noise: 1 }, group calm[1] { signal: 2, noise: 1 }";
    const { findings, stage } = stages(
      copying("attention { group sharp { signal *= 2 } }"),
      "",
      "",
      heads,
    );
    expect(findings).toEqual([]);
    expect(stage("s").classCopies.map(({ signal }) => signal.value)).toEqual([2, 1]);
    expect(stage("s").model.layers[0]?.classes.map(({ signal }) => signal.value)).toEqual([8, 2]);
  });

  it("grows on from an earlier stage, at the same or a later time", () => {
    const { findings, stage } = stages(`
      stage a from Base at 1T tokens { hidden *= 2, copies: tile }
      stage b from a at 1T tokens { hidden *= 2, copies: tile }
      stage c from Up.b at 2T tokens { context: 4096 }`);
    expect(findings).toEqual([]);
    expect(stage("c").source.name).toBe("Up.b");
    expect(stage("c").model.hidden.value).toBe(2048);
    expect(stage("c").at.value).toBe(2e12);
  });

  it("may do nothing at all", () => {
    const { findings, stage } = stages("stage same from Base at 0 tokens");
    expect(findings).toEqual([]);
    expect(stage("same").model.hidden.value).toBe(512);
  });
});

const wrong: readonly (readonly [string, string])[] = [
  [
    "GDA5006 This stage copies heads or widths; write `copies: tile`, or `hyperclone` with noise " +
      "that tells copies apart.",
    "stage s from Base at 1T tokens { hidden *= 2 }",
  ],
  [
    "GDA5007 `copies` says how, but nothing is copied.",
    "stage s from Base at 1T tokens { context: 4096, copies: tile }",
  ],
  [
    "GDA5007 `inserted` says how, but no layer is inserted.",
    "stage s from Base at 1T tokens { inserted: identity }",
  ],
  [
    "GDA5008 `hidden` is copied whole: write `*=`. Only layers are added to.",
    copying("hidden += 8"),
  ],
  [
    "GDA5008 `signal_heads` is a total; copies are counted in a group: `group { signal *= 2 }`.",
    copying("attention { signal_heads *= 2 }"),
  ],
  [
    "GDA5008 Layers are inserted: `layers += 8 after every 4`.",
    "stage s from Base at 1T tokens { layers: 5 }",
  ],
  ["GDA5008 Layers are inserted: `layers += 8 after every 4`.", copying("layers *= 2")],
  [
    "GDA5008 A stage copies in all layers; take this out of `layers`.",
    copying("attention { layers 0..<2 { group { signal *= 2 } } }"),
  ],
  ["GDA5008 `context` is no count that a stage can change.", copying("context *= 2")],
  [
    "GDA5009 `Up` has no stage `wid`; did you mean `wide`?",
    "stage wide from Base at 1T tokens\n stage b from Up.wid at 2T tokens",
  ],
  ["GDA5009 `Motif` is a family, which has no plan; name a model.", "assert Base == Motif"],
  [
    "GDA5010 There is a stage `a` already.",
    "stage a from Base at 1T tokens\n stage a from Base at 2T tokens",
  ],
];

describe("what is wrong is told", () => {
  it.each(wrong)("%s", (finding, body) => {
    expect(stages(body).findings).toEqual([finding]);
  });
});
