import { gda } from "./peers/gda.mjs";
import { offerNavigator } from "./peers/navigator.mjs";

/**
 * All engines. Those for browsers look for WebGPU when they are imported, so it is offered before.
 * @param {GPU} gpu
 * @returns {Promise<readonly import("./types.js").Peer[]>}
 */
export async function peersOn(gpu) {
  offerNavigator(gpu);
  const { onnxruntimeNode } = await import("./peers/onnxruntime-node.mjs");
  const { onnxruntimeWeb } = await import("./peers/onnxruntime-web.mjs");
  const { jax } = await import("./peers/jax.mjs");
  const { tfjs } = await import("./peers/tfjs.mjs");
  return [
    gda(gpu),
    jax(),
    tfjs(),
    onnxruntimeWeb(),
    onnxruntimeNode("webgpu", "graph"),
    onnxruntimeNode("webgpu", "attention"),
    onnxruntimeNode("cpu", "graph"),
    onnxruntimeNode("cpu", "attention"),
  ];
}
