import { describe, expect, it } from "vitest";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import type { StagePlan } from "../../compiler/plan/plan.js";
import { ReferenceModel } from "../../compiler/reference/model.js";
import { relativeError } from "../support/relative.js";
import { applyNaively, type Tensors } from "./naive-apply.js";
import { smallMotif } from "./motif.js";
import { asCheckpoint, randomTensors } from "./small-model.js";

// A small model of the shape of Motif-2.6B grows as Motif-2-12.7B did, and computes the same.

const none = new Float64Array();
const tokens = [3, 49, 0, 17, 17, 8, 31];

/** The tensors of each stage one after the other. */
function grown(stages: readonly StagePlan[], source: Tensors): Tensors {
  return stages.reduce((tensors, stage) => applyNaively(rewritesOf(stage), tensors), source);
}

describe.each(["tile", "hyperclone(snr: 10 dB, seed: 1)"])("copies: %s", (copies) => {
  it.each(["carry", "fold"])("reindex: %s", async (reindex) => {
    const { findings, stage } = smallMotif(copies, reindex);
    expect(findings).toEqual([]);
    const stages = [stage("wide"), stage("deep")];
    const [{ source }, { model, layerSources }] = [stage("wide"), stage("deep")];
    const tensors = randomTensors(source, 5);
    const before = await new ReferenceModel(source, asCheckpoint(source, tensors)).run(tokens);
    const after = await new ReferenceModel(model, asCheckpoint(model, grown(stages, tensors))).run(
      tokens,
    );

    after.layers.forEach((layer, i) => {
      const expected = before.layers[layerSources[i]?.source ?? -1];
      const tiled = layer.mapRows((_, token) => {
        const row = expected?.row(token) ?? new Float64Array();
        return Float64Array.of(...row, ...row);
      });
      expect(relativeError(layer.data, tiled.data)).toBeLessThan(1e-12);
    });
    expect(relativeError(after.logits?.data ?? none, before.logits?.data ?? none)).toBeLessThan(
      1e-12,
    );
  });
});
