import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Tensor } from "onnxruntime-node";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { onnxFiles, type OnnxFiles } from "../../compiler/onnx/files.js";
import { attentionTensors } from "../../compiler/plan/attention-tensors.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { memoryWeights, type Weights } from "../../runtime/index.js";
import { tensor } from "../../runtime/weights/tensor.js";
import { randomTensors, storedAs } from "../grow/small-model.js";
import { randomInput, randomWeights } from "../support/random.js";
import { fact, layerPlan, modelPlan } from "../support/plans.js";
import { relativeError } from "../support/relative.js";
import { layerWeights } from "../support/layer-outputs.js";
import { openOnnx } from "./session.js";

const hidden = 32;
const layer = layerPlan({
  classes: [{ groups: 2, signal: 4, noise: 1 }],
  lambda: { kind: "reparam", init: 0.2 },
  headNorm: { kind: "rms", eps: 1e-5, times: 0.8 },
  rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
});
const checkpoint = fact({ family: "motif", order: "blocked" } as const);
const model: ModelPlan = modelPlan([layer], hidden, { checkpoint });
const x = randomInput(3, 9, hidden);

/** Writes files and gives the path of the model. */
async function written(files: OnnxFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gda-onnx-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return join(folder, "layer.onnx");
}

/** y of a model on disk. */
async function run(file: string, given?: Readonly<Record<string, Tensor>>): Promise<Float32Array> {
  const onnx = await openOnnx(layer, hidden, file, given);
  const { y } = await onnx.run(x, onnx.empty(1));
  await onnx.close();
  return y;
}

/** y in float64, from the checkpoint as the loader of the kernels reads it. */
async function expected(weights: Weights): Promise<Float64Array> {
  return evaluate(layer, hidden, await layerWeights(model, layer, weights), x).y;
}

it("weights of a checkpoint are read in its order and its dtype", async () => {
  for (const dtype of ["f32", "f16", "bf16"] as const) {
    const weights = storedAs(model, randomTensors(model, 4), dtype);
    const file = await written(await onnxFiles(model, layer, weights, "layer.onnx"));
    expect(relativeError(await run(file), await expected(weights))).toBeLessThan(1e-5);
  }
});

it("large weights lie in a file beside the model", async () => {
  const weights = storedAs(model, randomTensors(model, 4), "f32");
  const files = await onnxFiles(model, layer, weights, "layer.onnx", 1000);
  expect([...files.keys()]).toEqual(["layer.onnx.data", "layer.onnx"]);
  expect(relativeError(await run(await written(files)), await expected(weights))).toBeLessThan(
    1e-5,
  );
});

it("without a checkpoint weights are inputs by the plan's names", async () => {
  const weights = randomWeights(4, layer, hidden);
  const given = attentionTensors(layer, hidden).map(({ name, shape }) => {
    return [name, new Tensor("float32", weights[name] ?? new Float32Array(), shape)] as const;
  });
  const file = await written(await onnxFiles(model, layer, undefined, "layer.onnx"));
  const y = await run(file, Object.fromEntries(given));
  expect(relativeError(y, evaluate(layer, hidden, weights, x).y)).toBeLessThan(1e-5);
});

it("the same plan and weights give the same bytes", async () => {
  const weights = storedAs(model, randomTensors(model, 4), "f16");
  const bytes = async (): Promise<Buffer> => {
    const files = await onnxFiles(model, layer, weights, "layer.onnx");
    return Buffer.concat(files.get("layer.onnx") ?? []);
  };
  expect((await bytes()).equals(await bytes())).toBe(true);
});

it("a checkpoint that lacks a tensor is refused by its name", async () => {
  const weights = memoryWeights({ other: tensor([1], new Float32Array(1)) });
  await expect(onnxFiles(model, layer, weights, "layer.onnx")).rejects.toThrow("q_proj.weight");
});
