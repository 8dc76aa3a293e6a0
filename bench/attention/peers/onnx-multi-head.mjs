import { rowsFirst } from "../problem.mjs";

/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/**
 * Two com.microsoft.MultiHeadAttention and the difference of what they give. The operator knows no
 * shared keys: K1 and V are given once a signal head, and V once more a noise head.
 * @param {import("./onnx-model.mjs").Model} graph
 * @param {import("../types.js").Problem} problem
 * @returns {Value}
 */
export function multiHeads(graph, problem) {
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv } = shape;
  /** @param {Value} q @param {Value} k @param {Value} v @param {number} heads */
  const attend = (q, k, v, heads) =>
    graph.contributed("MultiHeadAttention", [q, k, v], [`attended_${heads}_${q.name}`], {
      num_heads: heads,
      // Another engine aligns the mask at the other end where there are fewer queries than keys.
      unidirectional: t > 1 ? 1 : 0,
    });
  /** @param {string} name @param {Float32Array} values @param {number} repeat @param {number} width */
  const keyed = (name, values, repeat, width) => {
    const rows = rowsFirst(values, { batch: b, heads: g, repeat, rows: n, width });
    return graph.feed(name, rows, [b, n, g * repeat * width]);
  };
  /** @param {string} name @param {Float32Array} values @param {number} heads */
  const asked = (name, values, heads) => {
    const rows = rowsFirst(values, { batch: b, heads, repeat: 1, rows: t, width: d });
    return graph.feed(name, rows, [b, t, heads * d]);
  };
  const signal = attend(
    asked("q1", problem.q1, g * s),
    keyed("k1", problem.k1, s, d),
    keyed("v", problem.v, s, dv),
    g * s,
  );
  const heads = graph.reshape(signal, [b, t, g, s, dv]);
  if (shape.noise === 0) return heads;
  const noise = attend(
    asked("q2", problem.q2, g),
    keyed("k2", problem.k2, 1, d),
    keyed("noise_v", problem.v, 1, dv),
    g,
  );
  return graph.op("Sub", [heads, scaledNoise(graph, problem, noise)]);
}

/**
 * λ · noise, [b, t, g, s, dv], of noise heads [b, t, g · dv].
 * @param {import("./onnx-model.mjs").Model} graph
 * @param {import("../types.js").Problem} problem
 * @param {Value} noise
 */
export function scaledNoise(graph, { shape, batch: b, tokens: t, lambda }, noise) {
  const { groups: g, signals: s, valueDim: dv } = shape;
  const rows = rowsFirst(lambda, { batch: b, heads: g * s, repeat: 1, rows: t, width: 1 });
  const factor = graph.feed("lambda", rows, [b, t, g, s, 1]);
  return graph.op("Mul", [graph.reshape(noise, [b, t, g, 1, dv]), factor]);
}
