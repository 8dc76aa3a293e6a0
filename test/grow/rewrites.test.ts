import { describe, expect, it } from "vitest";
import type { CopyRewrite, Rewrite } from "../../compiler/grow/rewrite.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { grow, stages } from "../growth/grow.js";
import { smallMotif } from "./motif.js";

/** The rewrites of layer 0, or around the layers, of a stage of 4 × (2 + 1) heads of 64 channels. */
function table(body: string, attention = "", heads?: string, facts = "") {
  const { findings, stage } = stages(
    `stage s from Base at 1T tokens { ${body}, copies: tile }`,
    facts,
    attention,
    heads,
  );
  expect(findings).toEqual([]);
  return named(rewritesOf(stage("s")));
}

function named(rewrites: readonly Rewrite[]) {
  return (tensor: string): CopyRewrite => {
    const found = rewrites.find(
      ({ target }) => target.tensor === tensor && (target.layer ?? 0) === 0,
    );
    if (found?.kind !== "copy") throw new RangeError(`${tensor} is not copied`);
    return found;
  };
}

/** Which heads the rows go through. */
function heads({ rows }: CopyRewrite, size: number): readonly number[] {
  return rows.flatMap(({ first, count }) =>
    Array.from({ length: count / size }, (_, i) => first / size + i),
  );
}

/** Which heads the columns go through, each with its divisor. */
function inputs({ columns }: CopyRewrite, size: number): readonly string[] {
  return columns.flatMap(({ first, count, factor }) =>
    Array.from({ length: count / size }, (_, i) => `${first / size + i}/${Math.round(1 / factor)}`),
  );
}

describe("heads are copied", () => {
  it("within their group, noise heads staying last", () => {
    const of = table("attention { group { signal *= 2 } }", "sinks: learned");
    expect(heads(of("q"), 64)).toEqual([
      0, 1, 0, 1, 2, 3, 4, 3, 4, 5, 6, 7, 6, 7, 8, 9, 10, 9, 10, 11,
    ]);
    expect(heads(of("sinks"), 1)).toEqual(heads(of("q"), 64));
    expect(inputs(of("o"), 64).slice(0, 8)).toEqual([
      "0/2",
      "1/2",
      "0/2",
      "1/2",
      "2/2",
      "3/2",
      "2/2",
      "3/2",
    ]);
    expect(heads(of("k"), 64)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("within what a noise head serves, where a group has several", () => {
    const of = table("attention { group { signal *= 2 } }", "", "group[1] { signal: 4, noise: 2 }");
    expect(heads(of("q"), 64)).toEqual([0, 1, 0, 1, 2, 3, 2, 3, 4, 5]);
  });

  it("within what a KV pair serves, without noise heads", () => {
    const { findings, stage } = grow(`
model Base {
  hidden: 512, layers: 1, context: 2048, dtype: f16
  attention { group[2] { signal: 4, noise: 0, kv: 2 }, head_dim: 64, rope: none, mask: causal }
}
growth Up { stage s from Base at 1T tokens { attention { group { signal *= 2 } }, copies: tile } }`);
    expect(findings).toEqual([]);
    const of = named(rewritesOf(stage("s")));
    expect(heads(of("q"), 64)).toEqual([0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7]);
    expect(heads(of("k"), 64)).toEqual([0, 1, 2, 3]);
  });

  it("noise heads, each with copies of all that it serves or a part of it", () => {
    const of = table(
      "attention { group { signal *= 2, noise *= 2 } }",
      "lambda: sigmoid(per: noise)",
    );
    expect(heads(of("q"), 64).slice(0, 6)).toEqual([0, 1, 0, 1, 2, 2]);
    expect(heads(of("lambda"), 1).slice(0, 4)).toEqual([0, 0, 1, 1]);
    const split = table("attention { group { noise *= 2 } }", "lambda: sigmoid(per: signal)");
    expect(heads(split("q"), 64).slice(0, 4)).toEqual([0, 1, 2, 2]);
    expect(heads(split("lambda"), 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("whole groups with their keys and values", () => {
    const of = table("attention { group { count *= 2 } }");
    expect(heads(of("q"), 64).slice(0, 9)).toEqual([0, 1, 2, 0, 1, 2, 3, 4, 5]);
    expect(heads(of("k"), 128)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(heads(of("v"), 64)).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(inputs(of("o"), 64).slice(0, 4)).toEqual(["0/2", "1/2", "0/2", "1/2"]);
  });

  it("of each class by its own factor", () => {
    const classes = "group a[1] { signal: 1, noise: 1 }, group b[1] { signal: 2, noise: 1 }";
    const of = table("attention { group a { signal *= 3 }, group b { signal *= 2 } }", "", classes);
    expect(heads(of("q"), 64)).toEqual([0, 0, 0, 1, 2, 3, 2, 3, 4]);
    expect(inputs(of("o"), 64)).toEqual(["0/3", "0/3", "0/3", "1/2", "2/2", "1/2", "2/2"]);
  });

  it("all of a layer in one tile, where noise heads are taken by number", () => {
    const of = table("attention { group { signal *= 2 } }", "noise_repeat: tile");
    const signal = heads(of("q"), 64).filter((head) => head % 3 < 2);
    const index = signal.map((head) => head - Math.floor(head / 3));
    expect(index).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("from one stored order to another", () => {
    const of = table(
      "checkpoint: motif(order: blocked), attention { group { signal *= 2 } }",
      "",
      "group[2] { signal: 1, noise: 1 }",
    );
    // All signal heads, and then all noise heads.
    expect(heads(of("q"), 64)).toEqual([0, 0, 2, 2, 1, 3]);
    expect(heads(of("k"), 64)).toEqual([0, 2, 1, 3]);
  });
});

describe("around the layers", () => {
  const facts = "vocab: 100, pre_norm: rms(eps: 1e-5)";

  it("a head that was tied is the embedding, divided and without noise", () => {
    const rewrites = rewritesOf(
      smallMotif("hyperclone(snr: 10 dB, seed: 1)", "fold").stage("wide"),
    );
    const noisy = rewrites
      .filter((rewrite) => rewrite.kind === "copy" && rewrite.noise)
      .map(({ target }) => target.tensor);
    expect([...new Set(noisy)]).toEqual(["q", "k", "v", "o", "mlp_gate", "mlp_up", "mlp_down"]);
    const head = rewrites.find(({ target }) => target.tensor === "lm_head");
    expect(head).toMatchObject({ source: { tensor: "embedding" }, columns: [{ factor: 0.5 }, {}] });
  });

  it("a head that stays tied has the final norm divided", () => {
    const of = table("hidden *= 4", "", undefined, `${facts}, embedding: tied`);
    expect(of("final_norm").columns).toMatchObject([{ factor: 0.25 }]);
    expect(of("embedding").columns.map(({ factor }) => factor)).toEqual([1, 1, 1, 1]);
  });

  it("a head of its own is divided, and the final norm is not", () => {
    const of = table("hidden *= 4", "", undefined, `${facts}, embedding: untied`);
    expect(of("final_norm").columns).toMatchObject([{ factor: 1 }]);
    expect(of("lm_head").columns.map(({ factor }) => factor)).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});

describe("inserted layers", () => {
  const of = (reindex: string): readonly Rewrite[] =>
    rewritesOf(smallMotif("tile", reindex).stage("deep"));

  it("put out nothing at first", () => {
    const filled = of("carry").filter(({ kind }) => kind === "fill");
    expect(filled.map(({ target }) => `${target.layer} ${target.tensor}`)).toEqual([
      "2 o",
      "2 mlp_down",
      "5 o",
      "5 mlp_down",
    ]);
    expect(of("carry").every(({ kind }) => kind !== "lambda")).toBe(true);
  });

  it("move λ's init and the norm's factor of others, which the weights take up", () => {
    const folded = of("fold").filter(({ kind }) => kind === "lambda");
    expect([...new Set(folded.map(({ target }) => target.layer))]).toEqual([2, 3, 4, 5]);
    const init = (layer: number): number => 0.8 - 0.6 * Math.exp(-0.3 * (layer - 1));
    const third = folded.find(({ target }) => target.layer === 3);
    expect(third?.kind === "lambda" && third.shift).toBeCloseTo(init(2) - init(3), 14);
    const norm = of("fold").find(
      ({ target }) => target.layer === 3 && target.tensor === "head_norm",
    );
    const factor = norm?.kind === "copy" ? norm.columns[0]?.factor : NaN;
    expect(factor).toBeCloseTo((1 - init(2)) / (1 - init(3)), 14);
  });
});

describe("what a lossy block changes", () => {
  const lossy = (facts: string, attention = ""): (() => readonly Rewrite[]) => {
    const { stage } = stages(
      `stage s from Base at 1T tokens { lossy "for a test" { ${facts} } }`,
      "vocab: 100, embedding: tied",
      attention,
    );
    return () => rewritesOf(stage("s"));
  };

  it("may leave all tensors as they are", () => {
    expect(
      lossy("attention { mask: window(keys: 9) }")().every(({ kind }) => kind === "copy"),
    ).toBe(true);
  });

  it.each([
    ["`embedding` becomes 50 × 512, which are no copies of what it was.", "vocab: 50"],
    [
      "`layers.0.attention.q_norm` is not in the source, and the stage does not say what it starts as.",
      "attention { qk_norm: rms(eps: 1e-6) }",
    ],
    [
      "`layer 0` has no heads to copy, since the stage takes heads away or divides them.",
      "attention { group { signal: 1 } }",
    ],
  ])("cannot be made of copies: %s", (why, facts) => {
    expect(lossy(facts)).toThrow(`\`Up.s\` cannot grow a checkpoint: ${why}`);
  });
});
