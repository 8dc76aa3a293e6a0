import { expect, it } from "vitest";
import { goldenCase, goldenNames } from "../support/golden.js";
import { relativeError } from "../support/relative.js";
import { layerBytes, openOnnx } from "./session.js";

/** The cases that an independent program computed, through ONNX Runtime: at once, and with a past. */
it.each(goldenNames)("%s", async (name) => {
  const { layer, hidden, weights, x, y } = await goldenCase(name);
  const onnx = await openOnnx(layer, hidden, layerBytes(layer, hidden, weights));
  const whole = await onnx.run(x, onnx.empty(1));
  expect(relativeError(whole.y, y)).toBeLessThan(1e-5);
  await onnx.close();
});
