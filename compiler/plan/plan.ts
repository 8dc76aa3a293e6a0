import type { SourceSpan } from "../../grammar/span.js";

/**
 * The plan: every number of every layer, with the places in the text behind it. Plain, immutable
 * data. Kernels, packages, reports, growth and editors are functions of it alone.
 */

/** Where a value comes from: the model's own text, a parent's, arithmetic, or the language's default. */
export type Origin = "written" | "inherited" | "derived" | "default";

/** A value with the spans that took part in it (none for a default). */
export interface Fact<T> {
  readonly value: T;
  readonly origin: Origin;
  readonly from: readonly SourceSpan[];
}

export interface ModelPlan {
  readonly name: string;
  readonly doc: string | undefined;
  /** The name in its declaration. */
  readonly span: SourceSpan;
  readonly hidden: Fact<number>;
  readonly context: Fact<number>;
  readonly vocab: Fact<number> | undefined;
  readonly embedding: Fact<"tied" | "untied"> | undefined;
  readonly dtype: Fact<Dtype>;
  readonly checkpoint: Fact<Checkpoint>;
  readonly preNorm: Fact<PreNorm> | undefined;
  readonly layers: readonly LayerPlan[];
}

/** Floats as checkpoints have them. */
export type Float = "f32" | "f16" | "bf16";

/**
 * How matrices are stored: as floats, or as whole numbers of 8 or 4 bits with a scale for every
 * `block` of neighbouring inputs (compiler/plan/scaled-weights.ts).
 */
export type WeightStorage =
  { readonly weights: Float } | { readonly weights: "i8" | "i4"; readonly block: number };

export type Dtype = WeightStorage & {
  readonly cache: Float | "i8";
  readonly accumulate: "f32";
};

export type CheckpointFamily = "native" | "motif" | "diff_llama" | "llama" | "gpt_oss" | "deepseek";

/**
 * How stored weights are named, and in which order heads lie in them. `grouped`: the memory order
 * (in each group the signal heads, then the noise heads). `blocked`: all signal heads, then all
 * noise heads. `halves`: the first half of the heads is signal, the second noise, and K alike.
 */
export interface Checkpoint {
  readonly family: CheckpointFamily;
  readonly order: "grouped" | "blocked" | "halves";
}

export interface PreNorm {
  readonly kind: "rms" | "layer";
  readonly eps: number;
}

export interface MlpPlan {
  readonly width: Fact<number>;
  readonly form: Fact<"gated" | "ungated">;
  readonly activation: Fact<"silu" | "gelu" | "relu" | "polynorm">;
}

export interface LayerPlan {
  readonly index: number;
  /** In memory order. */
  readonly classes: readonly GroupClass[];
  readonly kvPairs: Fact<number>;
  readonly headDim: Fact<HeadDim>;
  readonly valueDim: Fact<number>;
  /** These three are absent without noise heads. */
  readonly noiseKeys: Fact<"own" | "shared"> | undefined;
  readonly noiseRepeat: Fact<"interleave" | "tile"> | undefined;
  readonly lambda: Fact<Lambda> | undefined;
  /** Absent means `none`, here and below. */
  readonly headNorm: Fact<HeadNorm> | undefined;
  readonly qkNorm: Fact<{ readonly eps: number }> | undefined;
  readonly rope: Fact<Rope> | undefined;
  readonly mask: Fact<Mask>;
  readonly scoreScale: Fact<number>;
  readonly softcap: Fact<number> | undefined;
  readonly sinks: Fact<"none" | "learned">;
  readonly gate: Fact<Gate> | undefined;
  readonly bias: Fact<readonly BiasSite[]>;
  readonly latent: LatentPlan | undefined;
  readonly cache: Fact<"heads" | "latent">;
  /** By layer, because a `layers` block may stand in `mlp` too; absent means attention only. */
  readonly mlp: MlpPlan | undefined;
}

/** n groups alike; the counts are of one group. */
export interface GroupClass {
  readonly name: string | undefined;
  readonly groups: Fact<number>;
  readonly signal: Fact<number>;
  readonly noise: Fact<number>;
  /**
   * KV pairs of one group where the class states `kv`; `undefined` where the layer's `kvPairs` are
   * spread evenly over all groups. All classes of a layer state it, or none.
   */
  readonly kv: Fact<number> | undefined;
}

/** The channels of one head of Q and K in memory order. A head that turns whole is one rotary part. */
export interface HeadDim {
  readonly size: number;
  readonly parts: readonly { readonly kind: "plain" | "rotary"; readonly size: number }[];
}

export type Lambda =
  /** exp(λq1·λk1) − exp(λq2·λk2) + init, one scalar a layer. */
  | { readonly kind: "reparam"; readonly init: number }
  | { readonly kind: "constant"; readonly value: number }
  /** σ(x·Wλᵀ), one a token and signal or noise head. */
  | { readonly kind: "sigmoid"; readonly per: "signal" | "noise" };

/** Over the value channels of each head, then × `times`. */
export type HeadNorm =
  | { readonly kind: "rms" | "layer"; readonly eps: number; readonly times: number }
  /** γ·tanh(αx) + β. */
  | { readonly kind: "dyt"; readonly times: number };

export interface Rope {
  /** `half` turns channel i with i + rotary/2, `adjacent` turns 2i with 2i + 1. */
  readonly pairing: "half" | "adjacent";
  readonly theta: number;
  readonly scaling: RopeScaling;
}

export type RopeScaling =
  | { readonly kind: "none" }
  | { readonly kind: "linear"; readonly factor: number }
  | { readonly kind: "ntk"; readonly factor: number }
  | {
      readonly kind: "llama3";
      readonly factor: number;
      readonly original: number;
      readonly low: number;
      readonly high: number;
    }
  | {
      readonly kind: "yarn";
      readonly factor: number;
      readonly original: number;
      readonly betaFast: number;
      readonly betaSlow: number;
      readonly bounds: "rounded" | "exact";
      /** Multiplies the rotated channels of q and k. */
      readonly gain: number;
    };

export type Mask =
  | { readonly kind: "causal" }
  /** Key j is visible to query i when i − keys < j ≤ i. */
  | { readonly kind: "window"; readonly keys: number }
  /** All keys of the prefix, whose length is given at run time, and the causal ones. */
  | { readonly kind: "prefix" }
  | { readonly kind: "bidirectional" };

export interface Gate {
  readonly form: "elementwise" | "headwise";
  readonly from: "hidden" | "query_latent";
}

export type BiasSite = "q" | "k" | "v" | "o";

/** Multi-head latent attention: q through a query latent, K and V through a shared one. */
export interface LatentPlan {
  readonly query: Fact<number> | undefined;
  readonly kv: Fact<number>;
  readonly norm: Fact<{ readonly eps: number }>;
}

export interface GrowthPlan {
  readonly name: string;
  readonly doc: string | undefined;
  readonly span: SourceSpan;
  readonly stages: readonly StagePlan[];
}

/** One stage: the model that it makes, and how each part comes out of the model before it. */
export interface StagePlan {
  readonly name: string;
  readonly span: SourceSpan;
  /** Tokens from the beginning of training to this stage's start. */
  readonly at: Fact<number>;
  readonly source: ModelPlan;
  readonly model: ModelPlan;
  readonly hiddenCopies: Fact<number>;
  readonly mlpCopies: Fact<number>;
  /** By class of the source, in its order. */
  readonly classCopies: readonly {
    readonly signal: Fact<number>;
    readonly noise: Fact<number>;
    readonly groups: Fact<number>;
  }[];
  readonly copies: Fact<Copies> | undefined;
  /** For each layer of `model`, the layer of `source` that it repeats. */
  readonly layerSources: readonly { readonly source: number; readonly inserted: boolean }[];
  readonly reindex: Fact<"carry" | "fold"> | undefined;
  readonly lossy: readonly { readonly reason: string; readonly facts: readonly string[] }[];
}

export type Copies =
  | { readonly kind: "tile" }
  | { readonly kind: "hyperclone"; readonly snr: number; readonly seed: number };

/** What kernels may assume of an adapter. Limits carry WebGPU's names in snake case. */
export interface TargetPlan {
  readonly name: string;
  readonly doc: string | undefined;
  readonly span: SourceSpan | undefined;
  readonly features: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly subgroupSize: number | "any";
  readonly cacheBudget: number | undefined;
}
