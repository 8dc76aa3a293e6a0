import type {
  BiasSite,
  Fact,
  Gate,
  HeadDim,
  HeadNorm,
  Lambda,
  LayerPlan,
  Mask,
  ModelPlan,
  Rope,
} from "../../compiler/plan/plan.js";

/** A value with no text behind it. */
export function fact<T>(value: T): Fact<T> {
  return { value, origin: "written", from: [] };
}

export interface ClassSpec {
  readonly name?: string | undefined;
  readonly groups: number;
  readonly signal: number;
  readonly noise: number;
  readonly kv?: number | undefined;
}

export interface LatentSpec {
  readonly query?: number | undefined;
  readonly kv: number;
  readonly eps: number;
}

/** The plain values of a layer; what is left out or undefined is as the language has it. */
export interface LayerSpec {
  readonly index?: number;
  readonly classes?: readonly ClassSpec[];
  readonly kvPairs?: number | undefined;
  /** A number is one part: rotary if there is a rope, else plain. */
  readonly headDim?: number | HeadDim["parts"];
  readonly valueDim?: number | undefined;
  readonly noiseKeys?: "own" | "shared" | undefined;
  readonly noiseRepeat?: "interleave" | "tile" | undefined;
  readonly lambda?: Lambda | undefined;
  readonly headNorm?: HeadNorm | undefined;
  readonly qkNorm?: { readonly eps: number } | undefined;
  readonly rope?: Rope | undefined;
  readonly mask?: Mask;
  readonly scoreScale?: number | undefined;
  readonly softcap?: number | undefined;
  readonly sinks?: "none" | "learned";
  readonly gate?: Gate | undefined;
  readonly bias?: readonly BiasSite[];
  readonly latent?: LatentSpec | undefined;
  readonly cache?: "heads" | "latent";
}

const optional = <T>(value: T | undefined): Fact<T> | undefined =>
  value === undefined ? undefined : fact(value);

/**
 * A layer for tests. Without a word it has 2 groups of 2 + 1 heads of 16 channels; noise heads
 * without a word have their own keys and a constant λ of 0.5.
 */
export function layerPlan(spec: LayerSpec = {}): LayerPlan {
  const classes = spec.classes ?? [{ groups: 2, signal: 2, noise: 1 }];
  const noise = classes.some((c) => c.noise > 0);
  const headDim = headDimOf(spec.headDim ?? 16, spec.rope !== undefined);
  return {
    index: spec.index ?? 0,
    classes: classes.map((c) => ({
      name: c.name,
      groups: fact(c.groups),
      signal: fact(c.signal),
      noise: fact(c.noise),
      kv: optional(c.kv),
    })),
    kvPairs: fact(spec.kvPairs ?? classes.reduce((sum, c) => sum + c.groups * (c.kv ?? 1), 0)),
    headDim: fact(headDim),
    valueDim: fact(spec.valueDim ?? headDim.size),
    noiseKeys: noise ? fact(spec.noiseKeys ?? (spec.latent ? "shared" : "own")) : undefined,
    noiseRepeat: noise ? fact(spec.noiseRepeat ?? "interleave") : undefined,
    lambda: noise ? fact(spec.lambda ?? { kind: "constant", value: 0.5 }) : undefined,
    headNorm: optional(spec.headNorm),
    qkNorm: optional(spec.qkNorm),
    rope: optional(spec.rope),
    mask: fact(spec.mask ?? { kind: "causal" }),
    scoreScale: fact(spec.scoreScale ?? 1 / Math.sqrt(headDim.size)),
    softcap: optional(spec.softcap),
    sinks: fact(spec.sinks ?? "none"),
    gate: optional(spec.gate),
    bias: fact(spec.bias ?? []),
    latent: spec.latent && {
      query: optional(spec.latent.query),
      kv: fact(spec.latent.kv),
      norm: fact({ eps: spec.latent.eps }),
    },
    cache: fact(spec.cache ?? "heads"),
    mlp: undefined,
  };
}

function headDimOf(dim: number | HeadDim["parts"], turns: boolean): HeadDim {
  const parts =
    typeof dim === "number" ? [{ kind: turns ? "rotary" : "plain", size: dim } as const] : dim;
  return { size: parts.reduce((sum, part) => sum + part.size, 0), parts };
}

/** A model of attention layers alone. */
export function modelPlan(
  layers: readonly LayerPlan[],
  hidden: number,
  overrides: Partial<ModelPlan> = {},
): ModelPlan {
  return {
    name: "Test",
    doc: undefined,
    span: { file: "test.gda", start: 0, end: 0 },
    hidden: fact(hidden),
    context: fact(1024),
    vocab: undefined,
    embedding: undefined,
    dtype: fact({ weights: "f32", cache: "f32", accumulate: "f32" }),
    checkpoint: fact({ family: "native", order: "grouped" }),
    preNorm: undefined,
    layers,
    ...overrides,
  };
}

/** The layer's heads in a few words, as in failure messages: `2 × (4 + 1) + 1 × (2 + 1)`. */
export function headsOf(layer: LayerPlan): string {
  return layer.classes
    .map((c) => `${c.groups.value} × (${c.signal.value} + ${c.noise.value})`)
    .join(" + ");
}
