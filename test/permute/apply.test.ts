import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openWeights } from "../../compiler/package/readers.js";
import { storedAs } from "../../compiler/permute/stored-as.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { specText } from "../../compiler/spec/text.js";
import { decode } from "../../runtime/weights/convert.js";
import { relativeError } from "../support/relative.js";
import { fileIn, restored, scratch, writeRandom } from "./checkpoints.js";
import { outputs } from "../support/layer-outputs.js";
import { modelOf, oneToOne, small } from "./specs.js";

const motif = modelOf(`model Small {
  hidden: 32, layers: 2, context: 64, dtype: f32, checkpoint: motif, vocab: 50, embedding: untied
  pre_norm: rms(eps: 1e-5), mlp { width: 48, form: gated, activation: silu }
  attention {
    group[3] { signal: 1, noise: 1, kv: 1 }, head_dim: 16, value_dim: 32
    noise_keys: own, lambda: reparam(init: 0.2), head_norm: rms(eps: 1e-5, times: 0.8)
    rope: half(theta: 10_000), mask: causal
  }
}
`);

async function outputsOf(folder: string, model: ModelPlan): Promise<Float64Array> {
  return outputs(model, await openWeights(fileIn(folder)));
}

it("a file of half floats is the same bytes again after there and back", async () => {
  const [from, to] = [await scratch(), await scratch()];
  const model = small(oneToOne, "native(order: grouped)", "half");
  await writeRandom(model, from, "F16");
  const storage = {
    checkpoint: { family: "native", order: "halves" },
    pairing: "adjacent",
  } as const;
  const target = await restored(model, storage, from, join(to, "there"));
  const back = { checkpoint: model.checkpoint.value, pairing: "half" } as const;
  await restored(target, back, join(to, "there"), join(to, "back"));
  const [before, between, after] = await Promise.all(
    [from, join(to, "there"), join(to, "back")].map((folder) => readFile(fileIn(folder))),
  );
  expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
  expect(between?.equals(before ?? Buffer.alloc(0))).toBe(false);
});

it("DiffLlama, whose head norm has no weight, has it in o; Motif again has ones", async () => {
  const [from, to] = [await scratch(), await scratch()];
  await writeRandom(motif, from, "F32");
  const expected = await outputsOf(from, motif);
  const storage = { checkpoint: { family: "diff_llama", order: "halves" } } as const;
  await restored(motif, storage, from, join(to, "diff-llama"));
  const spec = modelOf(await readFile(join(to, "diff-llama", "model.gda"), "utf8"));
  expect(spec.checkpoint.value).toEqual(storage.checkpoint);
  // Each product of `o` and the norm's weight is rounded once to float32.
  expect(relativeError(await outputsOf(join(to, "diff-llama"), spec), expected)).toBeLessThan(1e-7);

  const back = { checkpoint: motif.checkpoint.value };
  await restored(spec, back, join(to, "diff-llama"), join(to, "motif"));
  const weights = await openWeights(fileIn(join(to, "motif")));
  const norm = await weights.read("model.layers.1.self_attn.subln.weight", 0, 32);
  expect([...decode(norm, "F32")]).toEqual(Array.from({ length: 32 }, () => 1));
  expect(relativeError(await outputsOf(join(to, "motif"), motif), expected)).toBeLessThan(1e-7);
});

it("tensors that a spec of attention alone does not name stay, but none of attention", async () => {
  const [from, to] = [await scratch(), await scratch()];
  await writeRandom(motif, from, "F32");
  const attention: ModelPlan = {
    ...motif,
    vocab: undefined,
    embedding: undefined,
    preNorm: undefined,
    layers: motif.layers.map((layer) => ({ ...layer, mlp: undefined })),
  };
  const blocked = { checkpoint: { family: "motif", order: "blocked" } } as const;
  await restored(motif, blocked, from, join(to, "whole"));
  await restored(attention, blocked, from, join(to, "attention"));
  const whole = await openWeights(fileIn(join(to, "whole")));
  const alone = await openWeights(fileIn(join(to, "attention")));
  expect(new Set(alone.tensors.keys())).toEqual(new Set(whole.tensors.keys()));
  for (const name of ["model.embed_tokens.weight", "model.layers.1.self_attn.q_proj.weight"]) {
    expect(await alone.read(name, 0, 1600)).toEqual(await whole.read(name, 0, 1600));
  }

  const native = { checkpoint: { family: "native", order: "grouped" } } as const;
  const renamed = restored(attention, native, from, join(to, "renamed"));
  await expect(renamed).rejects.toThrow("`model.embed_tokens.weight` has no place in the model");
  const one = modelOf(specText(attention).replace("layers: 2", "layers: 1"));
  const shorter = restored(one, blocked, from, join(to, "shorter"));
  await expect(shorter).rejects.toThrow("`model.layers.1.self_attn.q_proj.weight` has no place");
});

it("a checkpoint of another model is refused before anything is written", async () => {
  const [from, to] = [await scratch(), await scratch()];
  await writeRandom(motif, from, "F32");
  const other = storedAs(motif, { checkpoint: { family: "native", order: "grouped" } });
  const run = restored(other, { pairing: "adjacent" }, from, join(to, "out"));
  await expect(run).rejects.toThrow(/does not fit the spec[^]*checkpoint` and `rope`/);
  await expect(readFile(fileIn(join(to, "out")))).rejects.toThrow("ENOENT");
});

it("what a family or an order cannot hold is refused with the reason", () => {
  const latent = modelOf(`model Latent {
  hidden: 32, layers: 1, context: 64, dtype: f32
  attention {
    group[2] { signal: 2, noise: 1, kv: 1 }, head_dim: 8, value_dim: 8, noise_keys: shared
    lambda: sigmoid(per: signal), head_norm: none, rope: none, mask: causal
  }
}
`);
  const to = (family: "llama" | "motif", order: "grouped" | "halves") => () =>
    storedAs(latent, { checkpoint: { family, order } });
  expect(to("llama", "grouped")).toThrow("`llama` has no place for `lambda` of layer 0");
  expect(to("motif", "halves")).toThrow("layer 0 has 4 signal heads and 2 noise heads");
  expect(() => storedAs(latent, { pairing: "half" })).toThrow("no RoPE");
  expect(to("motif", "grouped")().checkpoint.value.family).toBe("motif");
});
