import { describe, expect, it } from "vitest";
import { storedTensors } from "../../compiler/checkpoint/stored.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";
import { tiled } from "../../compiler/grow/verify-sample.js";
import type { Machine } from "../../compiler/kernels/machine.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { Matrix } from "../../compiler/reference/matrix.js";
import { randomInput } from "../../compiler/reference/random.js";
import { float64, type Weights } from "../../compiler/reference/weights.js";
import { machines, openLayer } from "../support/kernels.js";
import { relativeError } from "../support/relative.js";
import { applyNaively, type Tensors } from "./naive-apply.js";
import { smallMotif } from "./motif.js";
import { randomTensors } from "./small-model.js";

// The emitted kernels of the grown layer, fed with copies, give copies of what those of the layer
// before give: wider, with four signal heads for each noise head, and folded to another depth.

const [tokens, decoded] = [21, 2];
const { stage } = smallMotif("hyperclone(snr: 10 dB, seed: 1)", "fold");
const [{ source }, { model, layerSources }] = [stage("wide"), stage("deep")];
const before = randomTensors(source, 5);
const after = [stage("wide"), stage("deep")].reduce(
  (tensors, each) => applyNaively(rewritesOf(each), tensors),
  before,
);

/** Motif's checkpoints are in memory order. */
function attentionOf(plan: ModelPlan, index: number, tensors: Tensors): Weights {
  const own = storedTensors(plan).filter(
    ({ part, layer }) => part === "attention" && layer === index,
  );
  return Object.fromEntries(own.map(({ tensor, name }) => [tensor, tensors.get(name)]));
}

async function output(
  plan: ModelPlan,
  index: number,
  tensors: Tensors,
  x: Float32Array,
  machine: Machine,
): Promise<Float32Array> {
  const layer = plan.layers[index];
  if (!layer) throw new RangeError(`no layer ${index}`);
  const hidden = plan.hidden.value;
  const weights = attentionOf(plan, index, tensors);
  const opened = await openLayer(layer, hidden, weights, machine);
  const cache = opened.layer.cache({ sequences: 1, capacity: tokens });
  const y = new Float32Array(x.length);
  const prompt = (tokens - decoded) * hidden;
  y.set(await opened.layer.prefill(x.subarray(0, prompt), cache));
  for (let at = prompt; at < x.length; at += hidden) {
    y.set(await opened.layer.decode(x.subarray(at, at + hidden), cache), at);
  }
  opened.session.close();
  return y;
}

// One machine is enough: that the others agree with the reference is tested elsewhere.
const [machine] = await machines();

describe("the kernels", () => {
  // Layer 4 was layer 3, now with the λ and the norm of its new number.
  it.each([0, 4])("layer %i", async (index) => {
    const from = layerSources[index];
    if (!from || !machine) throw new RangeError(`no layer ${index}`);
    expect(from.inserted).toBe(false);
    const hidden = source.hidden.value;
    const x = randomInput(3, tokens, hidden);
    const wide = tiled(new Matrix(tokens, hidden, float64(x)), 2);
    const expected = await output(source, from.source, before, x, machine);
    const found = await output(model, index, after, Float32Array.from(wide.data), machine);
    const copies = tiled(new Matrix(tokens, hidden, float64(expected)), 2);
    expect(relativeError(found, copies.data)).toBeLessThan(1e-5);
  });
});
