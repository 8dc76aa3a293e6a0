import { InferenceSession, Tensor } from "onnxruntime-node";
import { headsFirst } from "../problem.mjs";
import { onnxModel } from "./onnx-model.mjs";

/**
 * onnxruntime-node, which has no tensors on the device: every run uploads q, K and V.
 * @param {"cpu" | "webgpu"} provider
 * @param {"graph" | "attention"} form
 * @returns {import("../types.js").Peer}
 */
export function onnxruntimeNode(provider, form) {
  return {
    name: `onnxruntime-node ${provider} ${form}`,
    on: provider === "cpu" ? "cpu" : "adapter",
    times: `session.run and the copy of its output${provider === "cpu" ? "" : ", with the upload of q, K and V in every run"}`,
    prepare: async (problem) => {
      const { bytes, inputs } = onnxModel(problem, form);
      const session = await InferenceSession.create(bytes, {
        executionProviders: [provider],
        logSeverityLevel: 4,
        // Otherwise operators that WebGPU lacks run on the CPU, and the number would be of that.
        ...(provider === "webgpu" ? { extra: { session: { disable_cpu_ep_fallback: "1" } } } : {}),
      });
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, [values, dims]]) => [
          name,
          new Tensor("float32", values, dims),
        ]),
      );
      return {
        run: async () => {
          const { heads } = await session.run(feeds);
          const data = await heads?.getData();
          if (!(data instanceof Float32Array)) throw new Error("no float32 output");
          return data;
        },
        at: headsFirst(problem),
        close: () => session.release(),
      };
    },
  };
}
