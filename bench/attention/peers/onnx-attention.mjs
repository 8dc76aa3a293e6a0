/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/**
 * Two operators Attention (opset 23), which know shared keys, and the difference of what they give.
 * @param {import("./onnx-model.mjs").Model} graph
 * @param {import("../types.js").Problem} problem
 * @returns {Value}
 */
export function attentionHeads(graph, problem) {
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv } = shape;
  const k1 = graph.feed("k1", problem.k1, [b, g, n, d]);
  const v = graph.feed("v", problem.v, [b, g, n, dv]);
  /** @param {Value} q @param {Value} k */
  const attend = (q, k) => graph.op("Attention", [q, k, v], { is_causal: t > 1 ? 1 : 0 });
  const signal = attend(graph.feed("q1", problem.q1, [b, g * s, t, d]), k1);
  const heads = graph.reshape(signal, [b, g, s, t, dv]);
  if (shape.noise === 0) return heads;
  const k2 = shape.ownKeys ? graph.feed("k2", problem.k2, [b, g, n, d]) : k1;
  const noise = attend(graph.feed("q2", problem.q2, [b, g, t, d]), k2);
  const lambda = graph.feed("lambda", problem.lambda, [b, g, s, t, 1]);
  const other = graph.op("Mul", [graph.reshape(noise, [b, g, 1, t, dv]), lambda]);
  return graph.op("Sub", [heads, other]);
}
