import { Graph } from "../../../dist/compiler/onnx/graph.js";
import { encodeModel } from "../../../dist/compiler/onnx/schema.js";
import { causalMask, EPS, scaleOf } from "../problem.mjs";

/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/** An input's values and dims. @typedef {readonly [Float32Array, readonly number[]]} Given */

/**
 * The workload in ONNX. `graph` writes attention out: MatMul, Softmax, one difference of the maps
 * with the noise map broadcast over its group, one MatMul with V; signal heads of a group are rows of
 * one matrix, so that K1 and V are never repeated. `attention` is two operators Attention (opset 23),
 * which know shared keys, and the difference of what they give.
 * @param {Problem} problem
 * @param {"graph" | "attention"} form
 * @returns {{ readonly bytes: Uint8Array; readonly inputs: Readonly<Record<string, Given>> }}
 */
export function onnxModel(problem, form) {
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv, noise } = shape;
  const split = [b, g, s, t, dv];
  /** @type {Record<string, Given>} */
  const inputs = {};
  const graph = new Graph();
  /** @param {string} name @param {Float32Array} values @param {readonly number[]} dims */
  const input = (name, values, dims) => {
    inputs[name] = [values, dims];
    return graph.input(name, "float32", dims, "");
  };
  const k1 = input("k1", problem.k1, [b, g, n, d]);
  const v = input("v", problem.v, [b, g, n, dv]);
  const k2 = problem.k2 === problem.k1 ? k1 : input("k2", problem.k2, [b, g, n, d]);
  const lambda = () =>
    shape.lambda === "sigmoid"
      ? input("lambda", problem.lambda, [b, g, s, t, 1])
      : graph.floats([shape.lambda ?? 0], [1]);
  const reshape = (/** @type {Value} */ value, /** @type {readonly number[]} */ dims) =>
    graph.op("Reshape", [value, graph.ints(dims)]);

  /** @type {Value} */
  let heads;
  if (form === "attention") {
    /** @param {Value} q @param {Value} k */
    const attend = (q, k) => graph.op("Attention", [q, k, v], { is_causal: t > 1 ? 1 : 0 });
    heads = reshape(attend(input("q1", problem.q1, [b, g * s, t, d]), k1), split);
    if (noise === 1) {
      const other = reshape(attend(input("q2", problem.q2, [b, g, t, d]), k2), [b, g, 1, t, dv]);
      heads = graph.op("Sub", [heads, graph.op("Mul", [other, lambda()])]);
    }
  } else {
    const scale = graph.floats([scaleOf(problem)], [1]);
    const mask = t > 1 ? graph.floats([...causalMask(problem)], [t, n]) : undefined;
    /** @param {Value} q @param {Value} k @param {number} count */
    const map = (q, k, count) => {
      const turned = graph.op("Transpose", [k], { perm: [0, 1, 3, 2] });
      const scores = graph.op("MatMul", [graph.op("Mul", [q, scale]), turned]);
      const apart = reshape(scores, [b, g, count, t, n]);
      return graph.op("Softmax", [mask ? graph.op("Add", [apart, mask]) : apart], { axis: -1 });
    };
    let weights = map(input("q1", problem.q1, [b, g, s * t, d]), k1, s);
    if (noise === 1) {
      const other = map(input("q2", problem.q2, [b, g, t, d]), k2, 1);
      weights = graph.op("Sub", [weights, graph.op("Mul", [other, lambda()])]);
    }
    heads = reshape(graph.op("MatMul", [reshape(weights, [b, g, s * t, n]), v]), split);
  }
  if (shape.headNorm) {
    const squares = graph.op("Mul", [heads, heads]);
    const mean = graph.op("ReduceMean", [squares, graph.ints([-1])], { keepdims: 1 });
    const root = graph.op("Sqrt", [graph.op("Add", [mean, graph.floats([EPS], [1])])]);
    const weight = graph.floats([...problem.normWeight], [dv]);
    heads = graph.op("Mul", [graph.op("Div", [heads, root]), weight]);
  }
  graph.output("heads", heads, split, "");
  const bytes = encodeModel({
    irVersion: 10,
    producerName: "gda bench",
    producerVersion: "",
    docString: "",
    opsetImport: [{ domain: "", version: form === "attention" ? 23 : 21 }],
    metadataProps: [],
    graph: {
      name: form,
      node: graph.nodes,
      initializer: graph.constants,
      input: graph.inputs,
      output: graph.outputs,
    },
  });
  return { bytes, inputs };
}
