import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCheckpoint } from "../../compiler/checkpoint/source.js";
import { writeCheckpoint } from "../../compiler/checkpoint/write.js";
import { weightsAt } from "../../compiler/cli/weights.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { verifyGrowth } from "../../compiler/grow/verify.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { decode, type Weights } from "../../runtime/index.js";
import { isFloat, sizeOf } from "../../runtime/weights/dtype.js";
import { smallMotif } from "./motif.js";
import { applyNaively, type Tensors } from "./naive-apply.js";
import { checkpointOf } from "./support/checkpoint-of.js";
import { scratch, writeSingle } from "./support/folder.js";
import { dtypes, rounded, type StoredDtype } from "./support/numbers.js";

// A small model of the shape of Motif-2.6B grows through files, stage after stage: what is read back
// is what the table says, rounded once, and computes what the model before computes.

/** Applies a stage to the checkpoint in a folder; both as they are on disk then. */
async function grownOnDisk(stage: StagePlan, from: string, to: string) {
  const source = await openCheckpoint(join(from, "model.safetensors"));
  await writeCheckpoint(rewritesOf(stage), source, to);
  await source.close();
  return { before: await weightsAt(from), after: await weightsAt(to) };
}

async function numbersOf(weights: Weights): Promise<Tensors> {
  const tensors = new Map<string, Float64Array>();
  for (const [name, { dtype, shape }] of weights.tensors) {
    if (!isFloat(dtype)) throw new TypeError(`${name} is no float`);
    const bytes = await weights.read(name, 0, sizeOf(shape));
    tensors.set(name, Float64Array.from(decode(bytes, dtype)));
  }
  return tensors;
}

function dtypeOf(weights: Weights, name: string): StoredDtype {
  const dtype = weights.tensors.get(name)?.dtype;
  const found = dtypes.find((each) => each === dtype);
  if (found === undefined) throw new TypeError(`${name} is ${dtype}`);
  return found;
}

describe.each(dtypes)("%s", (dtype) => {
  test.each(["fold", "carry"])("tiled, then deeper by %s: all numbers", async (reindex) => {
    const { stage } = smallMotif("tile", reindex);
    const folder = scratch();
    const at = (name: string): string => join(folder, name);
    await writeSingle(at("small"), checkpointOf(stage("wide").source, dtype));
    for (const [name, from] of [
      ["wide", "small"],
      ["deep", "wide"],
    ] as const) {
      const { before, after } = await grownOnDisk(stage(name), at(from), at(name));
      const found = await numbersOf(after);
      const exact = applyNaively(rewritesOf(stage(name)), await numbersOf(before));
      expect([...found.keys()].toSorted()).toEqual([...exact.keys()].toSorted());
      for (const [tensor, numbers] of exact) {
        // λ's rounding errors are handed on from component to component: see lambda.test.ts.
        if (tensor.includes("lambda_")) continue;
        const expected = rounded(dtypeOf(after, tensor), [...numbers]);
        const wrong = expected.findIndex((value, i) => value !== found.get(tensor)?.[i]);
        expect({ tensor, wrong }).toEqual({ tensor, wrong: -1 });
      }
    }
  });

  test("with paired noise, then deeper by folding: the function", async () => {
    const { stage } = smallMotif("hyperclone(snr: 10 dB, seed: 1)", "fold");
    const folder = scratch();
    const at = (name: string): string => join(folder, name);
    await writeSingle(at("small"), checkpointOf(stage("wide").source, dtype));
    for (const [name, from] of [
      ["wide", "small"],
      ["deep", "wide"],
      ["long", "deep"],
    ] as const) {
      const { before, after } = await grownOnDisk(stage(name), at(from), at(name));
      const { agrees, differences } = await verifyGrowth(stage(name), before, after);
      expect({ name, agrees, differences }).toMatchObject({ agrees: true });
      expect(dtypeOf(after, "model.layers.0.self_attn.lambda_q1")).toBe("F32");
      expect(dtypeOf(after, "model.layers.0.self_attn.o_proj.weight")).toBe(dtype);
    }
  });
});
