import type {
  BiasSite,
  Checkpoint,
  Fact,
  Gate,
  HeadDim,
  HeadNorm,
  Lambda,
  LayerPlan,
  Mask,
  ModelPlan,
  MlpPlan,
  PreNorm,
  Rope,
  Float,
} from "../plan/plan.js";

/** The values of a layer's attention as a config has them; what is left out is the language's own. */
export interface Attention {
  readonly groups: number;
  readonly signal: number;
  readonly noise: number;
  readonly pairs: number;
  readonly headDim: number | HeadDim["parts"];
  readonly valueDim?: number;
  readonly noiseKeys?: "own" | "shared";
  readonly lambda?: Lambda;
  readonly headNorm?: HeadNorm;
  readonly qkNorm?: { readonly eps: number };
  readonly rope: Rope;
  readonly mask: Mask;
  readonly scoreScale?: number;
  readonly softcap?: number | undefined;
  readonly sinks?: "learned";
  readonly gate?: Gate | undefined;
  readonly bias?: readonly BiasSite[];
  readonly latent?: {
    readonly query: number | undefined;
    readonly kv: number;
    readonly eps: number;
  };
  readonly cache?: "latent";
}

export interface Mlp {
  readonly width: number;
  readonly form: MlpPlan["form"]["value"];
  readonly activation: MlpPlan["activation"]["value"];
}

/** The values of a model as a config has them. */
export interface Model {
  readonly hidden: number;
  readonly context: number;
  readonly vocab: number;
  readonly tied: boolean;
  readonly dtype: Float;
  readonly checkpoint: Checkpoint;
  readonly preNorm: PreNorm | undefined;
  readonly layers: readonly Attention[];
  readonly mlp: Mlp | undefined;
}

/** The plan of a config's values. */
export function planOf(name: string, model: Model): ModelPlan {
  const { dtype, preNorm, mlp } = model;
  const mlpPlan = mlp && {
    width: fact(mlp.width),
    form: fact(mlp.form),
    activation: fact(mlp.activation),
  };
  return {
    name,
    doc: undefined,
    span: { file: "", start: 0, end: 0 },
    hidden: fact(model.hidden),
    context: fact(model.context),
    vocab: fact(model.vocab),
    embedding: fact(model.tied ? "tied" : "untied"),
    dtype: fact({ weights: dtype, cache: dtype, accumulate: "f32" }),
    checkpoint: fact(model.checkpoint),
    preNorm: maybe(preNorm),
    layers: model.layers.map((layer, index) => layerOf(index, layer, mlpPlan)),
  };
}

function layerOf(index: number, layer: Attention, mlp: MlpPlan | undefined): LayerPlan {
  const { groups, signal, noise, pairs, latent } = layer;
  const headDim = headDimOf(layer.headDim);
  // A KV pair a group is said in the group wherever there are noise heads.
  const kv = noise > 0 && pairs === groups ? fact(1) : undefined;
  return {
    index,
    classes: [
      { name: undefined, groups: fact(groups), signal: fact(signal), noise: fact(noise), kv },
    ],
    kvPairs: fact(pairs),
    headDim: fact(headDim),
    valueDim: fact(layer.valueDim ?? headDim.size),
    noiseKeys: maybe(layer.noiseKeys),
    noiseRepeat: noise > 0 ? fact("interleave") : undefined,
    lambda: maybe(layer.lambda),
    headNorm: maybe(layer.headNorm),
    qkNorm: maybe(layer.qkNorm),
    rope: fact(layer.rope),
    mask: fact(layer.mask),
    scoreScale: fact(layer.scoreScale ?? 1 / Math.sqrt(headDim.size)),
    softcap: maybe(layer.softcap),
    sinks: fact(layer.sinks ?? "none"),
    gate: maybe(layer.gate),
    bias: fact(layer.bias ?? []),
    latent: latent && {
      query: maybe(latent.query),
      kv: fact(latent.kv),
      norm: fact({ eps: latent.eps }),
    },
    cache: fact(layer.cache ?? "heads"),
    mlp,
  };
}

function headDimOf(dim: number | HeadDim["parts"]): HeadDim {
  const parts = typeof dim === "number" ? [{ kind: "rotary", size: dim } as const] : dim;
  return { size: parts.reduce((sum, part) => sum + part.size, 0), parts };
}

function fact<T>(value: T): Fact<T> {
  return { value, origin: "written", from: [] };
}

function maybe<T>(value: T | undefined): Fact<T> | undefined {
  return value === undefined ? undefined : fact(value);
}
