import { describe, expect, test } from "vitest";
import type { LayerPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { analysed, mistakes, model, plain, planned } from "./spec.js";

const motif = 'import { Motif } from "gda:families"\n';
const child = (attention: string, items = ""): string =>
  model(attention, items).replace("model A", "model B extends A");

function classes(layer: LayerPlan | undefined): readonly string[] {
  return (layer?.classes ?? []).map(
    ({ name, groups, signal, noise }) =>
      `${name ?? "group"} ${groups.value}×(${signal.value}+${noise.value})`,
  );
}

function masks(plan: ModelPlan): string {
  return plan.layers.map(({ mask }) => mask.value.kind.slice(0, 1)).join("");
}

describe("a child", () => {
  const parent = model(`${plain}, softcap: 30, value_dim: 2 * head_dim`);

  test("takes over what its parent wrote, and derives anew what follows", () => {
    const plan = planned(parent + "model B extends A { attention { head_dim: 64 } }");
    expect(plan.layers[0]).toMatchObject({
      headDim: { value: { size: 64 }, origin: "written" },
      valueDim: { value: 128, origin: "inherited" },
      scoreScale: { value: 1 / 8, origin: "derived" },
      softcap: { value: 30, origin: "inherited" },
      sinks: { value: "none", origin: "default" },
    });
  });

  test("replaces a value whole, amends it, or drops it", () => {
    const base = model(`heads: 32, head_dim: 128, mask: causal, softcap: 30
      rope: half(theta: 1e4, scaling: linear(factor: 2))`);
    const rope = (text: string): unknown =>
      planned(`${base}model B extends A { attention { ${text} } }`).layers[0]?.rope?.value;
    expect(rope("rope: adjacent(theta: 1e5)")).toEqual({
      pairing: "adjacent",
      theta: 1e5,
      scaling: { kind: "none" },
    });
    const scaling = { kind: "linear", factor: 2 };
    expect(rope("rope { theta: 1e5 }")).toEqual({ pairing: "half", theta: 1e5, scaling });
    expect(rope("rope { scaling { factor: 4 } }")).toMatchObject({ scaling: { factor: 4 } });
    expect(rope("rope { scaling: derive }")).toMatchObject({ scaling: { kind: "none" } });
    const plan = planned(`${base}model B extends A { attention { softcap: derive } }`);
    expect(plan.layers[0]?.softcap).toBeUndefined();
  });

  test("has spans of all that took part, its own text first", () => {
    const text = `${motif}model A extends Motif { hidden: 64, layers: 2, context: 8, dtype: f32
      attention { group[2] { signal: 1 }, head_dim: 16, rope { theta: 5 } } }`;
    const rope = planned(text).layers[0]?.rope;
    expect(rope?.origin).toBe("written");
    expect(rope?.from.map(({ file }) => file)).toEqual(["gda:families", "main.gda"]);
  });

  test("waits for the width of a family's MLP, and for the latent of another", () => {
    const family =
      "family F { mlp { form: gated }, attention { latent { norm: rms(eps: 1e-5) } } }\n";
    const plan = planned(family + model(plain).replace("model A", "model A extends F"));
    expect(plan.layers[0]).toMatchObject({ mlp: undefined, latent: undefined });
  });

  test("may extend a stage, whose derived plan it starts from", () => {
    const text = `${model(plain)}growth G {
      stage wide from A at 0 tokens { hidden *= 2, copies: tile }
    }
    model B extends G.wide { attention { mask: window(keys: 9) } }`;
    const plan = planned(text);
    expect(plan).toMatchObject({ name: "B", hidden: { value: 8192, origin: "inherited" } });
    expect(plan.layers[39]?.mask.value).toEqual({ kind: "window", keys: 9 });
  });

  test("does not change the depth of a stage", () => {
    const growth =
      "growth G { stage s from A at 0 tokens { } }\nmodel B extends G.s { layers: 41 }";
    expect(mistakes(model(plain) + growth)).toEqual([
      "GDA2114 The stage that this extends has 40 layers; only a growth adds to them.",
    ]);
  });
});

describe("layers", () => {
  test("are exceptions wherever they stand, and cover what sets say", () => {
    const plan = planned(
      model(`layers every 4 from 2 { mask: bidirectional }, ${plain}
        layers [0, 1] { mask: prefix }, layers 39.. { mask: window(keys: 9) }`),
    );
    expect(masks(plan)).toBe("pp" + "bccc".repeat(9) + "bw");
  });

  test("of a child beat its parent's", () => {
    const text =
      model(`${plain}, layers 0..<20 { mask: prefix }`) +
      "model B extends A { attention { layers 10..<30 { mask: bidirectional } } }";
    expect(masks(planned(text))).toBe("p".repeat(10) + "b".repeat(20) + "c".repeat(10));
  });

  test("amend the MLP too", () => {
    const mlp =
      "mlp { width: 64, form: gated, activation: silu, layers 0 { width: 32 * (layer + 1) } }";
    const { layers } = planned(model(plain, mlp));
    expect(layers.slice(0, 2).map((layer) => layer.mlp?.width.value)).toEqual([32, 64]);
  });

  test("have values of their own from `layer` and from lists", () => {
    const list = Array.from({ length: 40 }, (_, i) => `${i + 1}.5`).join(", ");
    const { layers } = planned(model(`${plain}, softcap: [${list}], score_scale: 1 / (layer + 1)`));
    expect(layers[7]).toMatchObject({ softcap: { value: 8.5 }, scoreScale: { value: 1 / 8 } });
  });
});

describe("group classes", () => {
  const two = model(`group a[2] { signal: 2, noise: 1 }, group b[4] { signal: 1, noise: 1 }
    head_dim: 128, rope: none, mask: causal, head_norm: none
    noise_keys: shared, lambda: sigmoid(per: noise)`);
  const amended = (text: string): readonly string[] =>
    classes(planned(`${two}model B extends A { attention { ${text} } }`).layers[0]);

  test("lie in memory as they are written", () => {
    expect(amended("")).toEqual(["a 2×(2+1)", "b 4×(1+1)"]);
  });

  test("are amended, added and removed by name", () => {
    expect(amended("group b { signal: 3 }")).toEqual(["a 2×(2+1)", "b 4×(3+1)"]);
    expect(amended("group b[1] { }")).toEqual(["a 2×(2+1)", "b 1×(1+1)"]);
    expect(amended("group c[1] { signal: 4, noise: 2 }")).toEqual([
      "a 2×(2+1)",
      "b 4×(1+1)",
      "c 1×(4+2)",
    ]);
    expect(amended("group a[0] { }")).toEqual(["b 4×(1+1)"]);
  });

  test("differ by layer", () => {
    const { layers } = planned(
      `${two}model B extends A { attention { layers 1 { group a { signal: 4 }, group b[0] { } } } }`,
    );
    expect(classes(layers[0])).toEqual(["a 2×(2+1)", "b 4×(1+1)"]);
    expect(classes(layers[1])).toEqual(["a 2×(4+1)"]);
  });
});

describe("imports", () => {
  const base = { "lib/base.gda": `const m = 2\n${model(plain)}` };

  test("are found beside the file that names them", () => {
    const files = {
      ...base,
      "lib/mid.gda": 'import { A as Base } from "base.gda"\nmodel M extends Base { hidden: 8 }',
    };
    const { models, diagnostics } = analysed(
      'import { M } from "lib/mid.gda"\nmodel B extends M { context: 9 }',
      files,
    );
    expect(diagnostics).toEqual([]);
    expect(models.map(({ name }) => name)).toEqual(["B"]);
    expect(models[0]).toMatchObject({ hidden: { value: 8 }, context: { value: 9 } });
  });

  test("bring constants too", () => {
    const text = `import { m as twice } from "lib/base.gda"\n${child("head_dim: 64 * twice").replace("extends A", "")}`;
    const full = text.replace("head_dim", "heads: 4, rope: none, mask: causal, head_dim");
    expect(analysed(full, base).models[0]?.layers[0]?.headDim.value.size).toBe(128);
  });

  test.each([
    ['import { A } from "no.gda"', "GDA2001 There is no file `no.gda`."],
    ['import { A } from "gda:models"', "GDA2001 There is no file `gda:models`."],
    [
      'import { B } from "lib/base.gda"',
      "GDA2003 `lib/base.gda` declares no `B`; did you mean `A` or `m`?",
    ],
    [
      'import { Motive } from "gda:families"',
      "GDA2003 `gda:families` declares no `Motive`; did you mean `Motif`?",
    ],
    ["model X extends Motif { }", "GDA2007 There is no family or model `Motif` here."],
    [
      "const m = 2\nmodel X extends m { }",
      "GDA2008 `m` is a const; only a family, a model or a stage can be extended.",
    ],
  ])("%s", (text, message) => {
    expect(mistakes(text, base)).toEqual([message]);
  });

  test("what is built on a failed import has nothing more to say", () => {
    const text =
      'import { Base, m } from "no.gda"\nconst n = m + 1\nmodel X extends Base { hidden: n }';
    expect(mistakes(text)).toEqual(["GDA2001 There is no file `no.gda`."]);
  });

  test("a mistake of a parent is said once, of the parent", () => {
    const text = `family F { attention { mask: causal, score_scale: 1 dB } }
${model("heads: 4, head_dim: 8, rope: none").replace("model A", "model A extends F")}
${model("heads: 8, head_dim: 8, rope: none").replace("model A", "model B extends F")}`;
    expect(mistakes(text)).toEqual(["GDA3002 `score_scale` is a float; this is decibels."]);
  });

  test("a missing entry", () => {
    expect(mistakes("")).toEqual([]);
  });
});
