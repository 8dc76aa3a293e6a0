import { causalMask, scaleOf } from "../problem.mjs";

/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/**
 * Attention written out: MatMul, Softmax, one difference of the maps with the noise map broadcast
 * over its group, one MatMul with V. Signal heads of a group are rows of one matrix, so that K1 and V
 * are never repeated.
 * @param {import("./onnx-model.mjs").Model} graph
 * @param {import("../types.js").Problem} problem
 * @returns {Value}
 */
export function graphHeads(graph, problem) {
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv, noise } = shape;
  const k1 = graph.feed("k1", problem.k1, [b, g, n, d]);
  const v = graph.feed("v", problem.v, [b, g, n, dv]);
  const scale = graph.floats([scaleOf(problem)], [1]);
  const mask = t > 1 ? graph.raw("mask", causalMask(problem), [t, n]) : undefined;
  /** @param {Value} q @param {Value} k @param {number} count */
  const map = (q, k, count) => {
    const turned = graph.op("Transpose", [k], { perm: [0, 1, 3, 2] });
    const scores = graph.op("MatMul", [graph.op("Mul", [q, scale]), turned]);
    const apart = graph.reshape(scores, [b, g, count, t, n]);
    return graph.op("Softmax", [mask ? graph.op("Add", [apart, mask]) : apart], { axis: -1 });
  };
  let weights = map(graph.feed("q1", problem.q1, [b, g, s * t, d]), k1, s);
  if (noise === 1) {
    const k2 = shape.ownKeys ? graph.feed("k2", problem.k2, [b, g, n, d]) : k1;
    const other = map(graph.feed("q2", problem.q2, [b, g, t, d]), k2, 1);
    const lambda = graph.feed("lambda", problem.lambda, [b, g, s, t, 1]);
    weights = graph.op("Sub", [weights, graph.op("Mul", [other, lambda])]);
  }
  const heads = graph.op("MatMul", [graph.reshape(weights, [b, g, s * t, n]), v]);
  return graph.reshape(heads, [b, g, s, t, dv]);
}
