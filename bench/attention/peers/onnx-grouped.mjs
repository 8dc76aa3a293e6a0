import { rowsFirst } from "../problem.mjs";
import { scaledNoise } from "./onnx-multi-head.mjs";

/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/**
 * com.microsoft.GroupQueryAttention twice, for each slice of V that is as wide as K, and the
 * difference of what they give. It shares keys. Where dv is no multiple of d the last slice is filled
 * up with zeros. In decode all keys but the last are in the cache, to which it appends.
 * @param {import("./onnx-model.mjs").Model} graph
 * @param {import("../types.js").Problem} problem
 * @returns {Value}
 */
export function queryHeads(graph, problem) {
  const { shape, batch: b, tokens: t, keys: n, phase } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv } = shape;
  const slices = Math.ceil(dv / d);
  const lengths = graph.raw("lengths", new Int32Array(b).fill(n - 1), [b]);
  const total = graph.raw("total", Int32Array.of(n), [1]);
  /** @param {string} name @param {Float32Array} values @param {number} heads */
  const asked = (name, values, heads) => {
    const rows = rowsFirst(values, { batch: b, heads, repeat: 1, rows: t, width: d });
    return graph.feed(name, rows, [b, t, heads * d]);
  };
  /**
   * New rows, and the cache with room for them where there is one.
   * @param {string} name @param {Float32Array} values [b, g, n, d]
   */
  const keyed = (name, values) => {
    const last = phase === "prefill" ? values : lastRows(values, n, d);
    const rows = rowsFirst(last, { batch: b, heads: g, repeat: 1, rows: t, width: d });
    const fresh = graph.feed(name, rows, [b, t, g * d]);
    if (phase === "prefill") return { fresh, past: undefined };
    return { fresh, past: graph.feed(`past_${name}`, values, [b, g, n, d]) };
  };
  /** @param {Value} q @param {string} name @param {Float32Array} keys @param {number} heads */
  const attend = (q, name, keys, heads) => {
    const parts = Array.from({ length: slices }, (_, slice) => {
      const at = `${name}_${slice}`;
      const k = keyed(`k_${at}`, keys);
      const v = keyed(`v_${at}`, sliceOf(problem, slice));
      const output = [`attended_${at}`, `present_k_${at}`, `present_v_${at}`];
      const inputs = [q, k.fresh, v.fresh, k.past, v.past, lengths, total];
      const attributes = { num_heads: heads, kv_num_heads: g };
      const attended = graph.contributed("GroupQueryAttention", inputs, output, attributes);
      if (k.past) graph.appended(`present_k_${at}`, k.past, [b, g, n, d]);
      if (v.past) graph.appended(`present_v_${at}`, v.past, [b, g, n, d]);
      return graph.reshape(attended, [b, t, heads, d]);
    });
    const joined = slices === 1 ? parts[0] : graph.op("Concat", parts, { axis: -1 });
    if (joined === undefined) throw new Error("V has no channels");
    if (slices * d === dv) return joined;
    return graph.op("Slice", [joined, graph.ints([0]), graph.ints([dv]), graph.ints([-1])]);
  };
  const signal = attend(asked("q1", problem.q1, g * s), "signal", problem.k1, g * s);
  const heads = graph.reshape(signal, [b, t, g, s, dv]);
  if (shape.noise === 0) return heads;
  const noise = attend(asked("q2", problem.q2, g), "noise", problem.k2, g);
  return graph.op("Sub", [heads, scaledNoise(graph, problem, noise)]);
}

/** The last of every n rows. @param {Float32Array} values @param {number} n @param {number} width */
function lastRows(values, n, width) {
  const units = values.length / (n * width);
  const rows = new Float32Array(units * width);
  for (let unit = 0; unit < units; unit++) {
    const from = ((unit + 1) * n - 1) * width;
    rows.set(values.subarray(from, from + width), unit * width);
  }
  return rows;
}

/**
 * V's channels from slice · d on, d of them.
 * @param {import("../types.js").Problem} problem
 * @param {number} slice
 */
function sliceOf({ shape, v }, slice) {
  const { headDim: d, valueDim: dv } = shape;
  if (d === dv) return v;
  const rows = v.length / dv;
  const part = new Float32Array(rows * d);
  for (let row = 0; row < rows; row++) {
    const end = Math.min(dv, (slice + 1) * d);
    part.set(v.subarray(row * dv + slice * d, row * dv + end), row * d);
  }
  return part;
}
