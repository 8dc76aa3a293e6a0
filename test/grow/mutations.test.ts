import { describe, expect, it } from "vitest";
import type { ColumnRun, CopyRewrite, Rewrite } from "../../compiler/grow/rewrite.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { verifyGrowth } from "../../compiler/grow/verify.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { grow } from "../growth/grow.js";
import { applyNaively } from "./naive-apply.js";
import { smallMotif } from "./motif.js";
import { randomTensors, storedAs } from "./small-model.js";

// The proof can fail: each rule of the table, broken, is found.

const found = async (
  stage: StagePlan,
  mutate: (rewrite: CopyRewrite) => CopyRewrite,
): Promise<boolean> => {
  const tensors = randomTensors(stage.source, 3);
  const rewrites = rewritesOf(stage).map((rewrite): Rewrite =>
    rewrite.kind === "copy" ? mutate(rewrite) : rewrite,
  );
  const { agrees } = await verifyGrowth(
    stage,
    storedAs(stage.source, tensors, "f32"),
    storedAs(stage.model, applyNaively(rewrites, tensors), "f32"),
  );
  return !agrees;
};

const wide = smallMotif("hyperclone(snr: 10 dB, seed: 1)", "fold").stage("wide");

describe("a broken rule is found", () => {
  it("and none where none is broken", async () => {
    expect(await found(wide, (rewrite) => rewrite)).toBe(false);
  });

  // PolyNorm takes a factor on `mlp_gate` out again.
  const matrices = ["q", "k", "v", "o", "mlp_up", "mlp_down", "lm_head"];
  it.each(matrices)("%s that is not divided", async (name) => {
    const whole = (run: ColumnRun): ColumnRun => ({ ...run, factor: 1 });
    expect(
      await found(wide, (rewrite) =>
        rewrite.target.tensor === name
          ? { ...rewrite, columns: rewrite.columns.map(whole) }
          : rewrite,
      ),
    ).toBe(true);
  });

  it("an embedding that is divided", async () => {
    const halved = (run: ColumnRun): ColumnRun => ({ ...run, factor: 0.5 });
    expect(
      await found(wide, (rewrite) =>
        rewrite.target.tensor === "embedding"
          ? { ...rewrite, columns: rewrite.columns.map(halved) }
          : rewrite,
      ),
    ).toBe(true);
  });

  it.each(["q", "k", "v", "o", "mlp_gate", "mlp_up", "mlp_down"])(
    "noise on %s that does not cancel",
    async (name) => {
      const positive = (run: ColumnRun): ColumnRun => ({ ...run, sign: 1 });
      expect(
        await found(wide, (rewrite) =>
          rewrite.target.tensor === name
            ? { ...rewrite, columns: rewrite.columns.map(positive) }
            : rewrite,
        ),
      ).toBe(true);
    },
  );
});

describe("HyperCloning's plain tile of a whole axis of heads", () => {
  // Groups of two signal heads: [0 0 1 1 | 2 2 3 3] of a plain tile is [0 1 2 3 | 0 1 2 3].
  const { stage } = grow(`
import { Motif } from "gda:families"
model Small extends Motif {
  hidden: 32, layers: 1, context: 64, dtype: f32
  attention { group[2] { signal: 2, noise: 1, kv: 1 }, head_dim: 8 }
}
growth Up {
  stage wide from Small at 1T tokens { attention { group { signal *= 2 } }, copies: tile }
}`);
  const [columns, copies] = [64, 2];

  it("is not what the table has, which keeps copies in their group", async () => {
    const o = rewritesOf(stage("wide")).find(({ target }) => target.tensor === "o");
    expect(o?.kind === "copy" && o.columns.map(({ first, copy }) => [first, copy])).toEqual([
      [0, 0],
      [0, 1],
      [32, 0],
      [32, 1],
    ]);
    expect(await found(stage("wide"), (rewrite) => rewrite)).toBe(false);
  });

  it("changes the function", async () => {
    const plain = Array.from({ length: copies }, (_, copy): ColumnRun => ({
      first: 0,
      count: columns,
      copy,
      factor: 1 / copies,
      sign: 0,
    }));
    expect(
      await found(stage("wide"), (rewrite) =>
        rewrite.target.tensor === "o" ? { ...rewrite, columns: plain } : rewrite,
      ),
    ).toBe(true);
  });
});
