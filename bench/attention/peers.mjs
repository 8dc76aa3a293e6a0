/** @typedef {import("./types.js").Peer} Peer */

const ONNX = {
  graph: "attention written out in standard operators",
  attention: "two operators Attention (opset 23), which share keys",
  mha: "two com.microsoft.MultiHeadAttention, which share no keys: K1 and V are given once a signal head, V once more a noise head, before the clock starts",
  gqa: "com.microsoft.GroupQueryAttention twice, which shares keys but needs V as wide as K: once more for each slice of V; in decode it appends to its cache",
};
const CORE =
  "the core's steps (core; in decode core and merge) on resident q, K and V, from the call to all heads in an array; device: the sum of these steps between timestamps";

/**
 * The engines for browsers look for WebGPU when they are imported, so it is offered before.
 * @template T
 * @param {GPU} gpu
 * @param {() => Promise<T>} load
 */
async function offered(gpu, load) {
  const { offerNavigator } = await import("./peers/navigator.mjs");
  offerNavigator(gpu);
  return load();
}

/** @param {import("./peers/onnx-model.mjs").Form} form @returns {Peer} */
function onnxruntimeWeb(form) {
  return {
    name: `onnxruntime-web webgpu ${form}`,
    on: "adapter",
    times: `session.run on resident inputs, and getData() of its output; ${ONNX[form]}`,
    load: async (gpu) => {
      const { prepare } = await offered(gpu, () => import("./peers/onnxruntime-web.mjs"));
      return (problem) => prepare(problem, form);
    },
  };
}

/**
 * @param {"cpu" | "webgpu"} provider
 * @param {import("./peers/onnx-model.mjs").Form} form
 * @returns {Peer}
 */
function onnxruntimeNode(provider, form) {
  const upload = provider === "cpu" ? "" : ", with the upload of q, K and V in every run";
  return {
    name: `onnxruntime-node ${provider} ${form}`,
    on: provider === "cpu" ? "cpu" : "adapter",
    times: `session.run and the copy of its output${upload}; ${ONNX[form]}`,
    load: async () => {
      const { prepare } = await import("./peers/onnxruntime-node.mjs");
      return (problem) => prepare(problem, provider, form);
    },
  };
}

/**
 * All engines, gda first. Each is loaded in a process of its own alone.
 * @type {readonly Peer[]}
 */
export const peers = [
  {
    name: "gda",
    on: "adapter",
    times: CORE,
    load: async (gpu) => (await import("./peers/gda.mjs")).gda(gpu, "best"),
  },
  {
    name: "gda without subgroups",
    on: "adapter",
    times: `${CORE}; the variant for adapters without subgroups`,
    load: async (gpu) => (await import("./peers/gda.mjs")).gda(gpu, "portable"),
  },
  {
    name: "jax-js webgpu graph",
    on: "adapter",
    times: "the jitted function on resident arrays, and data() of its output",
    load: (gpu) => offered(gpu, async () => (await import("./peers/jax.mjs")).prepare),
  },
  {
    name: "tfjs webgpu graph",
    on: "adapter",
    times: "the operations on resident tensors, and data() of their output",
    load: (gpu) => offered(gpu, async () => (await import("./peers/tfjs.mjs")).prepare),
  },
  onnxruntimeWeb("graph"),
  onnxruntimeWeb("mha"),
  onnxruntimeWeb("gqa"),
  onnxruntimeNode("webgpu", "graph"),
  onnxruntimeNode("webgpu", "attention"),
  onnxruntimeNode("webgpu", "mha"),
  onnxruntimeNode("webgpu", "gqa"),
  onnxruntimeNode("cpu", "graph"),
  onnxruntimeNode("cpu", "attention"),
  onnxruntimeNode("cpu", "mha"),
  onnxruntimeNode("cpu", "gqa"),
];

/** @param {{ readonly name: string }} peer */
export function isOwn({ name }) {
  return name.startsWith("gda");
}
