import { randomNumbers } from "../../dist/compiler/reference/random.js";

/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Prepared} Prepared */

export const EPS = 1e-5;

/** @param {import("./types.js").Workload} workload */
export function scaleOf({ shape }) {
  return 1 / Math.sqrt(shape.headDim);
}

/**
 * @param {import("./types.js").Workload} workload
 * @returns {Problem}
 */
export function problemOf(workload) {
  const { shape, batch, keys, tokens } = workload;
  const { groups, signals, noise, headDim, valueDim } = shape;
  /** @param {string} name @param {number} length */
  const draw = (name, length) => randomNumbers(1, name, length);
  const k1 = draw("k1", batch * groups * keys * headDim);
  const heads = batch * groups * signals * tokens;
  const logits = draw("lambda", heads);
  const { lambda } = shape;
  return {
    ...workload,
    q1: draw("q1", heads * headDim),
    q2: draw("q2", batch * groups * noise * tokens * headDim),
    k1,
    k2: noise === 1 && shape.ownKeys ? draw("k2", k1.length) : k1,
    v: draw("v", batch * groups * keys * valueDim),
    logits,
    lambda:
      typeof lambda === "number"
        ? new Float32Array(heads).fill(lambda)
        : logits.map((x) => 1 / (1 + Math.exp(-x))),
    normWeight: randomNumbers(1, "norm", valueDim, { mean: 1, deviation: 0.1 }),
  };
}

/**
 * What is compared: some tokens of the first and the last sequence, in each group.
 * @param {Problem} problem
 */
function sampled({ batch, tokens, shape }) {
  const places = [0, 1, 0.13, 0.37, 0.62, 0.89, 1].map((part, i) =>
    i === 1 ? Math.min(9, tokens - 1) : Math.floor(part * (tokens - 1)),
  );
  return [...new Set([0, batch - 1])].flatMap((b) =>
    Array.from({ length: shape.groups }, (_, g) =>
      [...new Set(places)].map((t) => /** @type {const} */ ([b, g, t])),
    ).flat(),
  );
}

/**
 * The sampled heads, one after the other, of an engine's output.
 * @param {Problem} problem
 * @param {Float32Array} out
 * @param {Prepared["at"]} at
 */
export function sampleOf(problem, out, at) {
  const { signals, valueDim } = problem.shape;
  const places = sampled(problem);
  const sample = new Float32Array(places.length * signals * valueDim);
  places.forEach(([b, g, t], i) => {
    for (let s = 0; s < signals; s++) {
      const first = at(b, g, s, t);
      const head = out.subarray(first, first + valueDim);
      // An output that is too short is wrong.
      const rest = new Float32Array(valueDim - head.length).fill(NaN);
      sample.set([...head, ...rest], (i * signals + s) * valueDim);
    }
  });
  return sample;
}

/**
 * The same heads in float64.
 * @param {Problem} problem
 */
export function expectedSample(problem) {
  const heads = sampled(problem).flatMap(([b, g, t]) => headsAt(problem, b, g, t));
  return Float64Array.from(heads.flatMap((head) => [...head]));
}

/**
 * ‖sample − expected‖ / ‖expected‖
 * @param {Float32Array} sample
 * @param {Float64Array} expected
 */
export function errorOf(sample, expected) {
  let [wrong, size] = [0, 0];
  expected.forEach((value, i) => {
    wrong += ((sample[i] ?? NaN) - value) ** 2;
    size += value ** 2;
  });
  return Math.sqrt(wrong / size);
}

/**
 * The signal heads of a group for one token in float64, straight from the definition: softmax, the
 * difference, the norm.
 * @param {Problem} problem
 * @param {number} b
 * @param {number} g
 * @param {number} t
 * @returns {readonly Float64Array[]}
 */
function headsAt(problem, b, g, t) {
  const { shape, tokens, keys, lambda, normWeight } = problem;
  const { groups, signals, noise, headDim, valueDim } = shape;
  const group = b * groups + g;
  const end = keys - tokens + t + 1;
  const first = Math.max(0, end - (shape.window ?? end));
  /** @param {Float32Array} q @param {number} row @param {Float32Array} k */
  const attend = (q, row, k) => {
    const scores = Float64Array.from({ length: end - first }, (_, i) => {
      const key = group * keys + first + i;
      let sum = 0;
      for (let c = 0; c < headDim; c++) {
        sum += (q[row * headDim + c] ?? 0) * (k[key * headDim + c] ?? 0);
      }
      return sum * scaleOf(problem);
    });
    const most = scores.reduce((a, x) => Math.max(a, x), -Infinity);
    const shares = scores.map((x) => Math.exp(x - most));
    const total = shares.reduce((a, x) => a + x, 0);
    const out = new Float64Array(valueDim);
    shares.forEach((share, i) => {
      const key = group * keys + first + i;
      for (let c = 0; c < valueDim; c++) {
        out[c] = (out[c] ?? 0) + (share / total) * (problem.v[key * valueDim + c] ?? 0);
      }
    });
    return out;
  };
  const shared = noise === 1 ? attend(problem.q2, group * tokens + t, problem.k2) : undefined;
  return Array.from({ length: signals }, (_, s) => {
    const row = (group * signals + s) * tokens + t;
    const signal = attend(problem.q1, row, problem.k1);
    const head = signal.map(
      (x, c) => x - (shared === undefined ? 0 : (lambda[row] ?? 0) * (shared[c] ?? 0)),
    );
    if (!shape.headNorm) return head;
    const mean = head.reduce((a, x) => a + x * x, 0) / valueDim;
    return head.map((x, c) => (x / Math.sqrt(mean + EPS)) * (normWeight[c] ?? 0));
  });
}

/**
 * The place of a head in [b, g, s, t, dv].
 * @param {Problem} problem
 * @returns {Prepared["at"]}
 */
export function headsFirst({ shape, tokens }) {
  const { groups, signals, valueDim } = shape;
  return (b, g, s, t) => (((b * groups + g) * signals + s) * tokens + t) * valueDim;
}

/**
 * The place of a head in [b, t, g, s, dv].
 * @param {Problem} problem
 * @returns {Prepared["at"]}
 */
export function tokensFirst({ shape, tokens }) {
  const { groups, signals, valueDim } = shape;
  return (b, g, s, t) => (((b * tokens + t) * groups + g) * signals + s) * valueDim;
}

/**
 * [batch, heads, rows, width] as [batch, rows, heads · repeat, width], every head repeated.
 * @param {Float32Array} values
 * @param {{ readonly batch: number; readonly heads: number; readonly repeat: number;
 *   readonly rows: number; readonly width: number }} sizes
 */
export function rowsFirst(values, { batch, heads, repeat, rows, width }) {
  const out = new Float32Array(values.length * repeat);
  let to = 0;
  for (let b = 0; b < batch; b++) {
    for (let row = 0; row < rows; row++) {
      for (let head = 0; head < heads * repeat; head++) {
        const from = ((b * heads + Math.floor(head / repeat)) * rows + row) * width;
        out.set(values.subarray(from, from + width), to);
        to += width;
      }
    }
  }
  return out;
}

/**
 * The additive mask [t, n] of causal attention, for engines that add one; finite, so that no row of
 * theirs gives NaN.
 * @param {Problem} problem
 */
export function causalMask({ tokens, keys }) {
  const mask = new Float32Array(tokens * keys);
  for (let t = 0; t < tokens; t++)
    mask.fill(-1e30, t * keys + keys - tokens + t + 1, (t + 1) * keys);
  return mask;
}
