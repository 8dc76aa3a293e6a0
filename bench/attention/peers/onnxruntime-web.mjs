import { env, InferenceSession, Tensor } from "onnxruntime-web/webgpu";
import { onnxModel } from "./onnx-model.mjs";
import { runOf } from "./onnx-run.mjs";

/**
 * onnxruntime-web on WebGPU, with q, K and V in buffers of its device.
 * @param {import("../types.js").Problem} problem
 * @param {import("./onnx-model.mjs").Form} form
 * @returns {Promise<import("../types.js").Prepared>}
 */
export async function prepare(problem, form) {
  env.wasm.numThreads = 1;
  env.logLevel = "fatal";
  const { bytes, given, inPlace, at } = onnxModel(problem, form);
  const session = await InferenceSession.create(bytes, {
    executionProviders: ["webgpu"],
    logSeverityLevel: 4,
    preferredOutputLocation: "gpu-buffer",
    extra: { session: { disable_cpu_ep_fallback: "1" } },
  });
  const device = await env.webgpu.device;
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const resident = Object.entries(given).map(([name, [values, dims]]) => {
    const buffer = device.createBuffer({ size: values.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, values.buffer, values.byteOffset, values.byteLength);
    return { name, buffer, tensor: Tensor.fromGpuBuffer(buffer, { dataType: "float32", dims }) };
  });
  const feeds = Object.fromEntries(resident.map(({ name, tensor }) => [name, tensor]));
  return {
    run: runOf(session, feeds, inPlace),
    at,
    close: async () => {
      await session.release();
      for (const { buffer } of resident) buffer.destroy();
    },
  };
}
