import { env, InferenceSession, Tensor } from "onnxruntime-web/webgpu";
import { headsFirst } from "../problem.mjs";
import { onnxModel } from "./onnx-model.mjs";

/**
 * onnxruntime-web on WebGPU, with q, K and V in buffers of its device.
 * @returns {import("../types.js").Peer}
 */
export function onnxruntimeWeb() {
  return {
    name: "onnxruntime-web webgpu graph",
    on: "adapter",
    times: "session.run on resident inputs, and getData() of its output",
    prepare,
  };
}

/**
 * @param {import("../types.js").Problem} problem
 * @returns {Promise<import("../types.js").Prepared>}
 */
async function prepare(problem) {
  env.wasm.numThreads = 1;
  env.logLevel = "fatal";
  const { bytes, inputs } = onnxModel(problem, "graph");
  const session = await InferenceSession.create(bytes, {
    executionProviders: ["webgpu"],
    logSeverityLevel: 4,
    preferredOutputLocation: "gpu-buffer",
    extra: { session: { disable_cpu_ep_fallback: "1" } },
  });
  const device = await env.webgpu.device;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const resident = Object.entries(inputs).map(([name, [values, dims]]) => {
    const buffer = device.createBuffer({ size: values.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
    return { name, buffer, tensor: Tensor.fromGpuBuffer(buffer, { dataType: "float32", dims }) };
  });
  const feeds = Object.fromEntries(resident.map(({ name, tensor }) => [name, tensor]));
  return {
    run: async () => {
      const { heads } = await session.run(feeds);
      const data = await heads?.getData();
      heads?.dispose();
      if (!(data instanceof Float32Array)) throw new Error("no float32 output");
      return data;
    },
    at: headsFirst(problem),
    close: async () => {
      await session.release();
      for (const { buffer } of resident) buffer.destroy();
    },
  };
}
