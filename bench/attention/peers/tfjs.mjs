import "@tensorflow/tfjs-backend-webgpu";
import * as tf from "@tensorflow/tfjs-core";
import { causalMask, EPS, headsFirst, scaleOf } from "../problem.mjs";

/**
 * TensorFlow.js on WebGPU: the same graph as for ONNX, in its own operations, one at a time.
 * @param {import("../types.js").Problem} problem
 * @returns {Promise<import("../types.js").Prepared>}
 */
export async function prepare(problem) {
  await tf.setBackend("webgpu");
  await tf.ready();
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv, noise } = shape;
  const q1 = tf.tensor(problem.q1, [b * g, s * t, d]);
  const k1 = tf.tensor(problem.k1, [b * g, n, d]);
  const v = tf.tensor(problem.v, [b * g, n, dv]);
  const mask = t > 1 ? tf.tensor(causalMask(problem), [1, 1, t, n]) : undefined;
  const q2 = noise === 1 ? tf.tensor(problem.q2, [b * g, t, d]) : undefined;
  const k2 = noise === 1 ? tf.tensor(problem.k2, [b * g, n, d]) : undefined;
  const lambda = noise === 1 ? tf.tensor(problem.lambda, [b * g, s, t, 1]) : undefined;
  const weight = shape.headNorm ? tf.tensor(problem.normWeight, [dv]) : undefined;
  const scale = scaleOf(problem);
  /** @param {tf.Tensor} q @param {tf.Tensor} k @param {number} count */
  const map = (q, k, count) => {
    const scores = tf.reshape(tf.matMul(tf.mul(q, scale), k, false, true), [b * g, count, t, n]);
    return tf.softmax(mask ? tf.add(scores, mask) : scores);
  };
  const compute = () =>
    tf.tidy(() => {
      let weights = map(q1, k1, s);
      if (q2 && k2 && lambda) weights = tf.sub(weights, tf.mul(map(q2, k2, 1), lambda));
      const heads = tf.matMul(tf.reshape(weights, [b * g, s * t, n]), v);
      if (!weight) return heads;
      const mean = tf.mean(tf.square(heads), -1, true);
      return tf.mul(tf.div(heads, tf.sqrt(tf.add(mean, EPS))), weight);
    });
  return {
    run: async () => {
      const heads = compute();
      const data = await heads.data();
      heads.dispose();
      return data;
    },
    at: headsFirst(problem),
    close: () => {
      for (const each of [q1, k1, v, mask, q2, k2, lambda, weight]) each?.dispose();
    },
  };
}
