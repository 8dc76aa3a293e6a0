/** @typedef {import("./types.js").Shape} Shape */
/** @typedef {import("./types.js").Workload} Workload */

/** What grouped differential attention has in most of the shapes. */
const gda = /** @type {const} */ ({
  groups: 4,
  signals: 4,
  noise: 1,
  ownKeys: true,
  lambda: 0.35,
  headNorm: true,
});

/**
 * K1, K2 and V are one a group in all of them, as the mathematics has it; every engine gets them so.
 * @type {readonly Shape[]}
 */
export const shapes = [
  {
    ...gda,
    name: "gda-64",
    title: "16 + 4 heads in 4 groups, d 64, dv 64",
    headDim: 64,
    valueDim: 64,
  },
  {
    ...gda,
    name: "gda-128",
    title: "16 + 4 heads in 4 groups, d 64, dv 128",
    headDim: 64,
    valueDim: 128,
  },
  {
    ...gda,
    name: "motif-2",
    title: "Motif-2-12.7B, 4 of its 8 groups of 4 + 1, d 128, dv 256",
    headDim: 128,
    valueDim: 256,
  },
  {
    ...gda,
    name: "motif-3",
    title: "Motif 3 without its gate, 4 of its 16 groups of 4 + 1, d 192, dv 128",
    headDim: 192,
    valueDim: 128,
    ownKeys: false,
    lambda: "sigmoid",
    headNorm: false,
  },
  {
    name: "diff-v2",
    title: "DIFF V2, 8 groups of 1 + 1, d 128, dv 128",
    groups: 8,
    signals: 1,
    noise: 1,
    headDim: 128,
    valueDim: 128,
    ownKeys: false,
    lambda: "sigmoid",
    headNorm: false,
  },
  {
    name: "gqa",
    title: "grouped-query attention, 16 heads over 4 pairs, d 64",
    groups: 4,
    signals: 4,
    noise: 0,
    headDim: 64,
    valueDim: 64,
    ownKeys: false,
    lambda: undefined,
    headNorm: false,
  },
];

const lengths = {
  quick: { prefill: { 1: [128, 512], 8: [] }, decode: { 1: [1024, 4096], 8: [1024] } },
  full: {
    prefill: { 1: doubled(128, 4096), 8: doubled(128, 4096) },
    decode: { 1: doubled(1024, 32_768), 8: doubled(1024, 32_768) },
  },
};

/**
 * @param {number} first
 * @param {number} last
 * @returns {readonly number[]}
 */
function doubled(first, last) {
  return first > last ? [] : [first, ...doubled(2 * first, last)];
}

/**
 * @param {"quick" | "full"} size
 * @param {string | undefined} only a part of the names of those wanted
 * @returns {readonly Workload[]}
 */
export function workloads(size, only) {
  return shapes
    .flatMap((shape) =>
      /** @type {const} */ (["prefill", "decode"]).flatMap((phase) =>
        /** @type {const} */ ([1, 8]).flatMap((batch) =>
          lengths[size][phase][batch].map((keys) => workload(shape, phase, batch, keys)),
        ),
      ),
    )
    .filter((each) => only === undefined || nameOf(each).includes(only));
}

/**
 * @param {Shape} shape
 * @param {Workload["phase"]} phase
 * @param {number} batch
 * @param {number} keys
 * @returns {Workload}
 */
export function workload(shape, phase, batch, keys) {
  return { shape, phase, batch, keys, tokens: phase === "prefill" ? keys : 1 };
}

/** @param {Workload} workload */
export function nameOf({ shape, phase, batch, keys }) {
  return `${shape.name}/${phase}/${batch}x${keys}`;
}

/**
 * Pairs of a query and a key that it sees, over all sequences, for one head.
 * @param {Workload} workload
 */
export function pairs({ shape, batch, phase, keys }) {
  const most = Math.min(keys, shape.window ?? keys);
  return batch * (phase === "prefill" ? (most * (most + 1)) / 2 + (keys - most) * most : most);
}

/**
 * Floating-point operations of a one-pass kernel with two accumulators: the noise map once a noise
 * head, and the values once a head. The same for all engines, whatever they compute.
 * @param {Workload} workload
 */
export function flops(workload) {
  const { groups, signals, noise, headDim, valueDim } = workload.shape;
  return 2 * pairs(workload) * groups * (signals + noise) * (headDim + valueDim);
}

/**
 * Bytes of q, K, V and the heads, each once.
 * @param {Workload} workload
 */
export function bytes({ shape, batch, keys, tokens }) {
  const { groups, signals, noise, headDim, valueDim, ownKeys } = shape;
  const perKey = (noise === 1 && ownKeys ? 2 : 1) * headDim + valueDim;
  const perToken = (signals + noise) * headDim + signals * valueDim;
  return 4 * batch * groups * (keys * perKey + tokens * perToken);
}
