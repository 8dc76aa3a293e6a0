import { InferenceSession, Tensor } from "onnxruntime-node";
import { onnxModel } from "./onnx-model.mjs";
import { runOf } from "./onnx-run.mjs";

/**
 * onnxruntime-node, which has no tensors on the device: every run uploads q, K and V.
 * @param {import("../types.js").Problem} problem
 * @param {"cpu" | "webgpu"} provider
 * @param {import("./onnx-model.mjs").Form} form
 * @returns {Promise<import("../types.js").Prepared>}
 */
export async function prepare(problem, provider, form) {
  const { bytes, given, inPlace, at } = onnxModel(problem, form);
  const session = await InferenceSession.create(bytes, {
    executionProviders: [provider],
    logSeverityLevel: 4,
    // Otherwise operators that WebGPU lacks run on the CPU, and the number would be of that.
    ...(provider === "webgpu" ? { extra: { session: { disable_cpu_ep_fallback: "1" } } } : {}),
  });
  const feeds = Object.fromEntries(
    Object.entries(given).map(([name, [values, dims]]) => [
      name,
      new Tensor("float32", values, dims),
    ]),
  );
  return {
    run: runOf(session, feeds, inPlace),
    at,
    close: () => session.release(),
  };
}
