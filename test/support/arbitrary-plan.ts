import fc from "fast-check";
import { checkBlocks } from "../../compiler/check/rules/blocks.js";
import type {
  BiasSite,
  Dtype,
  HeadDim,
  HeadNorm,
  Lambda,
  LayerPlan,
  Mask,
  Rope,
  RopeScaling,
} from "../../compiler/plan/plan.js";
import { arbitraryHeads } from "./arbitrary-heads.js";
import { fact, type LayerSpec, layerPlan, modelPlan } from "./plans.js";

/** A layer small enough for milliseconds, and one sequence for it. */
export interface PlanCase {
  readonly layer: LayerPlan;
  readonly hidden: number;
  readonly dtype: Dtype;
  readonly tokens: number;
  /** For a prefix mask; other masks do not read it. */
  readonly prefix: number;
  /** Of weights and input. */
  readonly seed: number;
  readonly paged: PagesCase | undefined;
}

/** How a sequence lies in the blocks of a paged cache. */
export interface PagesCase {
  readonly block: number;
  /** Blocks that the sequence has no need of. */
  readonly spare: number;
  /** Of the blocks, as the cache takes them or given by the caller. */
  readonly order: "taken" | "reversed" | "shuffled";
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Mostly multiples of 8, now and then of 4. */
const size = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.integer({ min: Math.ceil(min / 8), max: max / 8 }).map((n) => 8 * n),
    },
    { weight: 1, arbitrary: fc.integer({ min: min / 4, max: max / 4 }).map((n) => 4 * n) },
  );

const eps = fc.constantFrom(1e-5, 1e-6, 1e-2);

/** A constant λ of 1 would leave rounding errors alone where a query sees one key. */
const lambda: fc.Arbitrary<Lambda> = fc.oneof(
  fc.record({ kind: fc.constant("reparam"), init: fc.constantFrom(-0.0099, 0.2, 0.7597) }),
  fc.record({ kind: fc.constant("constant"), value: fc.constantFrom(0, 0.25, 0.8) }),
  fc.constant({ kind: "sigmoid", per: "signal" }),
  fc.constant({ kind: "sigmoid", per: "noise" }),
);

const times = fc.constantFrom(1, 0.2403, 1.0099);
const headNorm: fc.Arbitrary<HeadNorm> = fc.oneof(
  fc.record({ kind: fc.constant("rms"), eps, times }),
  fc.record({ kind: fc.constant("layer"), eps, times }),
  fc.record({ kind: fc.constant("dyt"), times }),
);

const scaling: fc.Arbitrary<RopeScaling> = fc.oneof(
  fc.constant({ kind: "none" }),
  fc.constant({ kind: "linear", factor: 4 }),
  fc.constant({ kind: "ntk", factor: 2 }),
  fc.constant({ kind: "llama3", factor: 8, original: 64, low: 1, high: 4 }),
  fc.record({
    kind: fc.constant("yarn"),
    factor: fc.constant(16),
    original: fc.constantFrom(32, 4096),
    betaFast: fc.constant(32),
    betaSlow: fc.constant(1),
    bounds: fc.constantFrom("rounded", "exact"),
    gain: fc.constantFrom(1, 1.2773),
  }),
);

const rope: fc.Arbitrary<Rope> = fc.record({
  pairing: fc.constantFrom("half", "adjacent"),
  theta: fc.constantFrom(100, 10_000, 1_000_000),
  scaling,
});

const mask: fc.Arbitrary<Mask> = fc.oneof(
  fc.constant({ kind: "causal" }),
  fc.record({ kind: fc.constant("window"), keys: fc.integer({ min: 1, max: 24 }) }),
  fc.constant({ kind: "prefix" }),
  fc.constant({ kind: "bidirectional" }),
);

const bias: fc.Arbitrary<readonly BiasSite[]> = fc.oneof(
  fc.constant([]),
  fc.subarray<BiasSite>(["q", "k", "v", "o"]),
);

/** The channels of a head of Q and K: plain ones before and after the rotary ones. */
const channels = fc
  .record({
    before: fc.oneof(fc.constant(0), size(4, 32)),
    rotary: size(4, 32),
    after: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, size(4, 16)),
    whole: fc.boolean(),
  })
  .filter(({ before, rotary, after }) => before + rotary + after >= 8)
  .filter(({ before, rotary, after }) => before + rotary + after <= 64);

const latent = fc.record({
  query: maybe(size(8, 32)),
  kv: size(8, 32),
  eps,
});

const cache = fc.constantFrom("f32" as const, "f16" as const, "bf16" as const, "i8" as const);

export const arbitraryFloats: fc.Arbitrary<Dtype> = fc.record({
  weights: fc.constantFrom("f32", "f16", "bf16"),
  cache,
  accumulate: fc.constant("f32"),
});

const quantised: fc.Arbitrary<Dtype & { readonly block: number }> = fc.record({
  weights: fc.constantFrom("i8", "i4"),
  block: fc.constantFrom(16, 32, 64),
  cache,
  accumulate: fc.constant("f32"),
});

/** Each fact on its own; `legal` then drops those that others exclude. */
const facts = fc.record({
  heads: arbitraryHeads,
  channels,
  valueDim: size(4, 64),
  sameValueDim: fc.boolean(),
  noiseKeys: fc.constantFrom("own", "shared"),
  noiseRepeat: fc.constantFrom("interleave", "interleave", "interleave", "tile"),
  lambda,
  headNorm: maybe(headNorm),
  qkNorm: maybe(fc.record({ eps })),
  rope: fc.oneof(fc.constant(undefined), rope, rope),
  mask,
  scoreScale: fc.constantFrom(undefined, undefined, undefined, 0.4),
  softcap: fc.constantFrom(undefined, undefined, 0.8, 15),
  sinks: fc.constantFrom("none", "none", "learned"),
  gate: maybe(
    fc.record({
      form: fc.constantFrom("elementwise", "headwise"),
      from: fc.constantFrom("hidden", "query_latent", "query_latent"),
    }),
  ),
  bias,
  latent: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, latent),
  cache: fc.constantFrom("heads", "latent"),
});

const run = {
  tokens: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 24 }) },
    fc.integer({ min: 25, max: 70 }),
  ),
  prefix: fc.integer({ min: 0, max: 26 }),
  seed: fc.nat(),
  paged: maybe(
    fc.record({
      block: fc.constantFrom(8, 16, 64),
      spare: fc.nat(4),
      order: fc.constantFrom("taken", "reversed", "shuffled"),
    }),
  ),
};

const inFloats: fc.Arbitrary<PlanCase> = fc.record({
  layer: facts.map((chosen) => layerPlan(legal(chosen))),
  hidden: size(8, 64),
  dtype: arbitraryFloats,
  ...run,
});

/** Layers whose matrices are quantised, in blocks of 16 where they have no larger ones. */
export const arbitraryQuantised: fc.Arbitrary<PlanCase> = fc
  .record({
    layer: facts.map((chosen) => layerPlan(legal(inSixteens(chosen)))),
    hidden: size(8, 128).map(sixteens),
    dtype: quantised,
    ...run,
  })
  .map((drawn) => {
    const fits = checkBlocks(modelPlan([drawn.layer], drawn.hidden, { dtype: fact(drawn.dtype) }));
    return fits.length === 0 ? drawn : { ...drawn, dtype: { ...drawn.dtype, block: 16 } };
  });

/** Random legal layers: what language.md, section 8, rules 14 to 24 accept. */
export const arbitraryPlan: fc.Arbitrary<PlanCase> = fc.oneof(
  { weight: 4, arbitrary: inFloats },
  { weight: 1, arbitrary: arbitraryQuantised },
);

function sixteens(size: number): number {
  return 16 * Math.ceil(size / 16);
}

/** The widths that matrices read. */
function inSixteens(chosen: Facts): Facts {
  const { latent, valueDim } = chosen;
  return {
    ...chosen,
    valueDim: sixteens(valueDim),
    sameValueDim: false,
    latent: latent && {
      ...latent,
      query: latent.query && sixteens(latent.query),
      kv: sixteens(latent.kv),
    },
  };
}

type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

function legal(chosen: Facts): LayerSpec {
  const classes = chosen.heads.classes ?? [];
  const noise = classes.some((c) => c.noise > 0);
  const tile = classes.every((c) => c.noise > 0) && chosen.noiseRepeat === "tile";
  const headDim = headDimOf(chosen);
  const split = typeof headDim !== "number";
  return {
    ...chosen,
    ...chosen.heads,
    headDim,
    valueDim: chosen.sameValueDim && !split ? undefined : chosen.valueDim,
    noiseKeys: chosen.latent ? "shared" : chosen.noiseKeys,
    noiseRepeat: tile ? "tile" : "interleave",
    headNorm: noise ? chosen.headNorm : undefined,
    gate:
      chosen.gate && chosen.latent?.query === undefined
        ? { ...chosen.gate, from: "hidden" }
        : chosen.gate,
    bias: chosen.latent ? chosen.bias.filter((site) => site === "o") : chosen.bias,
    cache: chosen.latent ? chosen.cache : "heads",
  };
}

/** A latent with RoPE needs a split head; a head that turns whole is a number, as in a file. */
function headDimOf({ channels, latent, rope }: Facts): number | HeadDim["parts"] {
  const { before, rotary, after, whole } = channels;
  const size = before + rotary + after;
  if (!rope || (!latent && (whole || size === rotary))) return size;
  const parts: HeadDim["parts"] = [
    { kind: "plain", size: size === rotary ? 8 : before },
    { kind: "rotary", size: rotary },
    { kind: "plain", size: after },
  ];
  return parts.filter((part) => part.size > 0);
}
