import { env, InferenceSession, Tensor } from "onnxruntime-web/webgpu";
import { onnxModel } from "./onnx-model.mjs";

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
  /** @type {Record<string, import("onnxruntime-node").Tensor | null>} */
  const fetches = { heads: null };
  for (const [output, input] of Object.entries(inPlace)) fetches[output] = feeds[input] ?? null;
  return {
    run: async () => {
      const { heads } = await session.run(feeds, fetches);
      const data = await heads?.getData();
      heads?.dispose();
      if (!(data instanceof Float32Array)) throw new Error("no float32 output");
      return data;
    },
    at,
    close: async () => {
      await session.release();
      for (const { buffer } of resident) buffer.destroy();
    },
  };
}
