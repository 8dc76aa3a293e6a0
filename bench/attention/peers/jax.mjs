import { defaultDevice, init, jit, nn, numpy } from "@jax-js/jax";
import { causalMask, EPS, headsFirst, scaleOf } from "../problem.mjs";

/**
 * jax-js: the same graph as for ONNX, in its own operations, compiled by `jit`. Its arrays are
 * counted by references: an operation takes one, `.ref` adds one.
 * @param {import("../types.js").Problem} problem
 * @returns {Promise<import("../types.js").Prepared>}
 */
export async function prepare(problem) {
  await init("webgpu");
  defaultDevice("webgpu");
  const { shape, batch: b, tokens: t, keys: n } = problem;
  const { groups: g, signals: s, headDim: d, valueDim: dv } = shape;
  /** @param {Float32Array} values @param {readonly number[]} dims */
  const array = (values, dims) => numpy.array(values).reshape([...dims]);
  const inputs = {
    q1: array(problem.q1, [b, g, s * t, d]),
    k1: array(problem.k1, [b, g, n, d]),
    v: array(problem.v, [b, g, n, dv]),
    ...(t > 1 ? { mask: array(causalMask(problem), [t, n]) } : {}),
    ...(shape.noise === 1
      ? {
          q2: array(problem.q2, [b, g, t, d]),
          k2: array(problem.k2, [b, g, n, d]),
          lambda: array(problem.lambda, [b, g, s, t, 1]),
        }
      : {}),
    ...(shape.headNorm ? { weight: array(problem.normWeight, [dv]) } : {}),
  };
  const scale = scaleOf(problem);
  const compute = jit(
    (/** @type {typeof inputs} */ { q1, k1, q2, k2, v, lambda, mask, weight }) => {
      /** @param {typeof q1} q @param {typeof q1} k @param {number} count */
      const map = (q, k, count) => {
        const scores = numpy.matmul(q.mul(scale), numpy.swapaxes(k, -1, -2));
        const apart = scores.reshape([b, g, count, t, n]);
        return nn.softmax(mask ? apart.add(mask.ref) : apart, -1);
      };
      let weights = map(q1, k1, s);
      if (q2 && k2 && lambda) weights = weights.sub(map(q2, k2, 1).mul(lambda));
      mask?.dispose();
      const heads = numpy.matmul(weights.reshape([b, g, s * t, n]), v).reshape([b, g, s, t, dv]);
      if (!weight) return heads;
      const mean = numpy.mean(heads.ref.mul(heads.ref), -1, { keepdims: true });
      return heads.div(numpy.sqrt(mean.add(EPS))).mul(weight);
    },
  );
  return {
    run: async () => {
      const refs = Object.fromEntries(
        Object.entries(inputs).map(([name, each]) => [name, each.ref]),
      );
      const data = await compute(/** @type {typeof inputs} */ (refs)).data();
      return data;
    },
    at: headsFirst(problem),
    close: () => {
      for (const each of Object.values(inputs)) each.dispose();
    },
  };
}
