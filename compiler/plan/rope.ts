import type { Rope, RopeScaling } from "./plan.js";

/**
 * The angle in radians that each rotated pair of channels turns per position, in float64: pair i
 * of `rotaryDims` / 2 turns by θ^(−2i / rotaryDims), which the scaling then slows. The formulas
 * are those of Hugging Face transformers, `modeling_rope_utils.py`; YaRN's are equations 17 to 20
 * of arXiv 2309.00071.
 */
export function ropeFrequencies(rope: Rope, rotaryDims: number): readonly number[] {
  const { scaling } = rope;
  const plain = powers(baseOf(rope, rotaryDims), rotaryDims);
  switch (scaling.kind) {
    case "none":
    case "ntk":
      return plain;
    case "linear":
      return plain.map((frequency) => frequency / scaling.factor);
    case "llama3":
      return plain.map((frequency) =>
        mix(frequency, scaling.factor, llama3Share(scaling, frequency)),
      );
    case "yarn": {
      const share = yarnShares(scaling, rope.theta, rotaryDims);
      return plain.map((frequency, pair) => mix(frequency, scaling.factor, share(pair)));
    }
  }
}

/** What multiplies the rotated channels of q and k: 1, but for YaRN's `gain`. */
export function ropeGain(rope: Rope): number {
  return rope.scaling.kind === "yarn" ? rope.scaling.gain : 1;
}

function powers(base: number, dims: number): readonly number[] {
  return Array.from({ length: dims / 2 }, (_, pair) => base ** ((-2 * pair) / dims));
}

/** NTK-aware scaling raises the base: the first pair turns as trained, the last `factor` times slower. */
function baseOf(rope: Rope, dims: number): number {
  // A lone pair turns by 1, whatever the base.
  if (rope.scaling.kind !== "ntk" || dims === 2) return rope.theta;
  return rope.theta * rope.scaling.factor ** (dims / (dims - 2));
}

/** Between the frequency as trained (share 0) and its `factor`-th part (share 1). */
function mix(frequency: number, factor: number, share: number): number {
  return (frequency / factor) * share + frequency * (1 - share);
}

type Llama3 = Extract<RopeScaling, { kind: "llama3" }>;
type Yarn = Extract<RopeScaling, { kind: "yarn" }>;

/** Slowed whole below `low` turns in the original context, not at all above `high`. */
function llama3Share({ original, low, high }: Llama3, frequency: number): number {
  const turns = (original * frequency) / (2 * Math.PI);
  return 1 - clamp01((turns - low) / (high - low));
}

/**
 * A linear ramp over the pairs: from the one that makes `beta_fast` turns in the original context
 * to the one that makes `beta_slow`. Both are fractions of a pair, which most models round
 * outwards and gpt-oss does not.
 */
function yarnShares(yarn: Yarn, theta: number, dims: number): (pair: number) => number {
  const pairOf = (turns: number): number =>
    (dims * Math.log(yarn.original / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
  const rounded = yarn.bounds === "rounded";
  const first = pairOf(yarn.betaFast);
  const last = pairOf(yarn.betaSlow);
  const low = Math.max(rounded ? Math.floor(first) : first, 0);
  const high = Math.min(rounded ? Math.ceil(last) : last, dims - 1);
  // Bounds that fall together would divide by 0; Hugging Face parts them by this much.
  const width = low === high ? 0.001 : high - low;
  return (pair) => clamp01((pair - low) / width);
}

function clamp01(x: number): number {
  return Math.min(Math.max(x, 0), 1);
}
