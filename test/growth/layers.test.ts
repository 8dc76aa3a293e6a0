import { describe, expect, it } from "vitest";
import { stages, type Grown } from "./grow.js";

const byDepth =
  "lambda: reparam(init: layer / 10)\n head_norm: rms(eps: 1e-5, times: 1 - lambda.init)";

const insert = (changes: string, attention = ""): Grown =>
  stages(`stage deep from Base at 1T tokens { ${changes}, inserted: identity }`, "", attention);

function inits(grown: Grown): readonly (readonly [number, number])[] {
  return grown
    .stage("deep")
    .model.layers.map(({ lambda, headNorm }) => [
      lambda?.value.kind === "reparam" ? lambda.value.init : Number.NaN,
      headNorm?.value.times ?? 1,
    ]);
}

describe("inserted layers", () => {
  it.each([
    ["after every 2", [0, 1, 1, 2, 3, 3]],
    ["after [0, 3]", [0, 0, 1, 2, 3, 3]],
  ])("repeat the layer that they stand %s", (after, sources) => {
    const { findings, stage } = insert(`layers += 2 ${after}`);
    expect(findings).toEqual([]);
    const { layerSources, model } = stage("deep");
    expect(layerSources.map(({ source }) => source)).toEqual(sources);
    expect(layerSources.flatMap(({ inserted }, i) => (inserted ? [i] : []))).toEqual(
      sources.flatMap((source, i) => (source === sources[i - 1] ? [i] : [])),
    );
    expect(model.layers.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("carry each old layer's facts", () => {
    const grown = insert("layers += 2 after every 2, reindex: carry", byDepth);
    expect(grown.findings).toEqual([]);
    expect(inits(grown)).toEqual([
      [0, 1],
      [0.1, 0.9],
      [0.1, 0.9],
      [0.2, 0.8],
      [0.3, 0.7],
      [0.3, 0.7],
    ]);
  });

  it("fold λ's init and the norm's factor into those of the new number", () => {
    const grown = insert("layers += 2 after every 2, reindex: fold", byDepth);
    expect(grown.findings).toEqual([]);
    expect(inits(grown)).toEqual([
      [0, 1],
      [0.1, 0.9],
      [0.2, 0.8],
      [0.3, 0.7],
      [0.4, 0.6],
      [0.5, 0.5],
    ]);
  });

  it("keep other facts by layer where λ's init is folded", () => {
    const masks = `${byDepth}\n layers every 2 from 1 { mask: window(keys: 8) }`;
    const grown = insert("layers += 2 after every 2, reindex: fold", masks);
    expect(grown.findings).toEqual([]);
    expect(grown.stage("deep").model.layers.map(({ mask }) => mask.value.kind)).toEqual([
      "causal",
      "window",
      "window",
      "causal",
      "window",
      "window",
    ]);
  });

  it("fold in a later stage too", () => {
    const { findings, stage } = stages(
      `stage wide from Base at 1T tokens { hidden *= 2, copies: tile }
       stage deep from wide at 2T tokens { layers += 4 after every 1, inserted: identity, reindex: fold }`,
      "",
      byDepth,
    );
    expect(findings).toEqual([]);
    expect(stage("deep").model.layers[7]?.lambda?.value).toEqual({ kind: "reparam", init: 0.7 });
  });
});

const wrong: readonly (readonly [string, string, string])[] = [
  [
    "GDA5004 `lambda`, `head_norm` of old layers 2-3 would move: `reindex: carry` or `fold`?",
    "layers += 2 after every 2",
    byDepth,
  ],
  [
    "GDA5004 `mask` of old layers 2-3 would move: write `reindex: carry`.",
    "layers += 2 after every 2",
    "layers every 2 from 1 { mask: window(keys: 8) }",
  ],
  ["GDA5002 4 layers have 1 such place, not 2.", "layers += 2 after every 3", ""],
  ["GDA5002 The model has layers 0 to 3.", "layers += 1 after [4]", ""],
  ["GDA5002 After each layer goes one new layer, not two.", "layers += 2 after [1, 1]", ""],
  ["GDA5002 Say after which layers: `layers += 8 after every 4`.", "layers += 2", ""],
  [
    "GDA5003 `reindex: fold` moves a λ that has no vectors to take the difference up. Exact instead: " +
      "`reindex: carry`.",
    "layers += 2 after every 2, reindex: fold",
    "lambda: constant(value: layer / 10)",
  ],
  [
    "GDA5003 `reindex: fold` multiplies the head norm of layer 5 by 0, which no weight makes up for. " +
      "Exact instead: `reindex: carry`.",
    "layers += 2 after every 2, reindex: fold",
    "lambda: reparam(init: layer / 5)\n head_norm: rms(eps: 1e-5, times: 1 - lambda.init)",
  ],
  [
    "GDA5007 `reindex` says how, but no fact of these layers depends on their number.",
    "layers += 2 after every 2, reindex: fold",
    "",
  ],
  [
    "GDA5007 `reindex` says how, but λ has no init that changes with depth: `carry` keeps the other " +
      "facts.",
    "layers += 2 after every 2, reindex: fold",
    "layers every 2 from 1 { mask: window(keys: 8) }",
  ],
];

describe("what is wrong is told", () => {
  it.each(wrong)("%s", (finding, changes, attention) => {
    expect(insert(changes, attention).findings).toEqual([finding]);
  });

  it("that layers are inserted, and not how", () => {
    const { findings } = stages("stage deep from Base at 1T tokens { layers += 2 after every 2 }");
    expect(findings).toEqual(["GDA5006 This stage inserts layers; write `inserted: identity`."]);
  });
});
