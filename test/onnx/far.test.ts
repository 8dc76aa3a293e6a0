import { Tensor } from "onnxruntime-node";
import { expect, it } from "vitest";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { layerPlan } from "../support/plans.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";
import { layerBytes, openOnnx } from "./session.js";

it("angles stay exact far from the beginning, where float32 products would not", async () => {
  const [hidden, d, tokens] = [8, 16, 20_000];
  const layer = layerPlan({
    classes: [{ groups: 1, signal: 1, noise: 0 }],
    headDim: d,
    rope: { pairing: "adjacent", theta: 500_000, scaling: { kind: "none" } },
    mask: { kind: "window", keys: 6 },
  });
  const weights = randomWeights(1, layer, hidden);
  const x = randomInput(1, tokens, hidden);
  const { k, v, y } = evaluate(layer, hidden, weights, x, { rows: [tokens - 1] });
  const onnx = await openOnnx(layer, hidden, layerBytes(layer, hidden, weights));
  const past = (all: Float64Array): Tensor =>
    new Tensor("float32", Float32Array.from(all.subarray(0, (tokens - 1) * d)), [
      1,
      1,
      tokens - 1,
      d,
    ]);
  const last = x.subarray((tokens - 1) * hidden);
  const found = await onnx.run(last, { keys: past(k), values: past(v) });
  expect(relativeError(found.y, y)).toBeLessThan(2e-6);
  await onnx.close();
});
