import { describe, expect, it } from "vitest";
import { plain } from "../../compiler/diagnostics/index.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { type GrowthVerification, verifyGrowth } from "../../compiler/grow/verify.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { renderVerification } from "../../compiler/report/verification.js";
import { applyNaively, type Tensors } from "./naive-apply.js";
import { smallMotif } from "./motif.js";
import { randomTensors, storedAs } from "./small-model.js";

type Format = "f32" | "f16" | "bf16";
type Spoil = (grown: Map<string, Float64Array>) => void;

/** The comparison of a stage, whose grown weights are rounded as they are stored. */
async function verified(
  stage: StagePlan,
  dtype: Format,
  mode: GrowthVerification["mode"],
  spoil: Spoil = () => undefined,
): Promise<GrowthVerification> {
  const tensors: Tensors = randomTensors(stage.source, 2, dtype);
  const grown = new Map(applyNaively(rewritesOf(stage), tensors));
  spoil(grown);
  const source = storedAs(stage.source, tensors, dtype);
  return verifyGrowth(stage, source, storedAs(stage.model, grown, dtype), { mode });
}

describe.each(["f32", "f16", "bf16"] as const)("a checkpoint of %s", (dtype) => {
  // Thirds are no halves, so that every copied weight is rounded.
  const { stage } = smallMotif("hyperclone(snr: 10 dB, seed: 1)", "fold", { hidden: 3 });
  const unit = { f32: 2 ** -24, f16: 2 ** -11, bf16: 2 ** -8 }[dtype];

  it.each([
    ["wide", "whole", 6],
    ["deep", "sampled", 6],
  ] as const)("agrees to its rounding: %s, %s", async (name, mode, parts) => {
    const { agrees, differences, rounding } = await verified(stage(name), dtype, mode);
    expect(agrees).toBe(true);
    expect(differences).toHaveLength(parts);
    expect(rounding).toMatchObject({ rounds: true, unit });
    for (const { difference } of differences) expect(difference).toBeLessThan(2 * unit);
  });

  it("of halves alone agrees to that of float64", async () => {
    const halves = smallMotif("tile", "carry");
    for (const name of ["wide", "deep"]) {
      const { agrees, differences, rounding } = await verified(
        halves.stage(name),
        dtype,
        "sampled",
      );
      expect(agrees).toBe(true);
      expect(rounding.rounds).toBe(false);
      // F16 loses bits of its smallest weights.
      const least = dtype === "f16" ? 1e-6 : 1e-13;
      for (const { difference } of differences) expect(difference).toBeLessThan(least);
    }
  });
});

describe("a difference is found", () => {
  const { stage } = smallMotif("tile", "fold");
  const weight =
    (name: string, value: number): Spoil =>
    (grown) => {
      const tensor = grown.get(name);
      if (!tensor) throw new RangeError(`no ${name}`);
      tensor[tensor.length - 1] = value;
    };
  const parts = ({ differences }: GrowthVerification): readonly (number | string)[] =>
    differences.flatMap(({ part, difference, allowed }) => (difference <= allowed ? [] : [part]));

  it.each([
    ["model.layers.1.mlp.down_proj.weight", [1, 2, 3, "head"]],
    ["lm_head.weight", ["head"]],
    ["model.embed_tokens.weight", ["embedding", 0, 1, 2, 3, "head"]],
  ])("in a weight of %s", async (name, expected) => {
    const spoiled = await verified(stage("wide"), "f32", "whole", weight(name, 0.7));
    expect(spoiled.agrees).toBe(false);
    expect(parts(spoiled).slice(-1)).toEqual(expected.slice(-1));
    expect(expected).toEqual(expect.arrayContaining([...parts(spoiled)]));
  });

  it("in an inserted layer that is no identity", async () => {
    const name = "model.layers.2.self_attn.o_proj.weight";
    const spoiled = await verified(stage("deep"), "f16", "sampled", weight(name, 0.7));
    expect(parts(spoiled)).toEqual([2]);
  });

  it("in what is no number", async () => {
    const name = "model.layers.3.self_attn.v_proj.weight";
    const spoiled = await verified(stage("wide"), "f32", "sampled", weight(name, NaN));
    expect(parts(spoiled)).toEqual([3]);
    expect(renderVerification(spoiled, plain)).toMatch(
      /layer 3 .* NaN .* differs\n[^]*do not agree/,
    );
  });
});

it("what a stage changes on purpose is set aside, and said", async () => {
  const { stage } = smallMotif("tile", "fold");
  const long = await verified(stage("long"), "f32", "whole");
  expect(long.differences.every(({ difference }) => difference === 0)).toBe(true);
  expect(renderVerification(long, plain)).toContain(
    "As in the source, for this comparison: attention.rope.theta.",
  );
});
