import fc from "fast-check";
import type {
  Checkpoint,
  LayerPlan,
  MlpPlan,
  ModelPlan,
  PreNorm,
  StagePlan,
} from "../../compiler/plan/plan.js";
import { arbitraryPlan } from "../support/arbitrary-plan.js";
import { fact, modelPlan } from "../support/plans.js";

/** What a stage multiplies. */
interface Factors {
  readonly hidden: number;
  readonly width: number;
  readonly signal: number;
  readonly noise: number;
  readonly groups: number;
}

/** A class may multiply otherwise than the one before it, where its KV pairs are its own. */
const factors: fc.Arbitrary<Factors> = fc.record({
  hidden: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 1, max: 3 }),
  signal: fc.integer({ min: 1, max: 4 }),
  noise: fc.integer({ min: 1, max: 2 }),
  groups: fc.integer({ min: 1, max: 2 }),
});

const around = fc.record({
  preNorm: fc.constantFrom<(PreNorm | undefined)[]>(
    undefined,
    { kind: "rms", eps: 1e-5 },
    { kind: "layer", eps: 1e-3 },
  ),
  vocab: fc.constantFrom(undefined, 11),
  embedding: fc.constantFrom("tied", "untied"),
  unties: fc.boolean(),
  mlp: fc.option(
    fc.record({
      width: fc.integer({ min: 3, max: 20 }),
      form: fc.constantFrom("gated", "ungated"),
      activation: fc.constantFrom("silu", "gelu", "relu", "polynorm"),
    }),
    { nil: undefined, freq: 4 },
  ),
  checkpoint: fc.record({
    family: fc.constantFrom("native", "motif", "diff_llama", "llama", "deepseek"),
    order: fc.constantFrom("grouped", "blocked", "halves"),
  }),
  reorders: fc.boolean(),
});

const step = fc.record({
  copies: fc.constantFrom(
    { kind: "tile" } as const,
    { kind: "hyperclone", snr: 10, seed: 7 } as const,
  ),
  after: fc.constantFrom([], [0], [1], [0, 1]),
  reindex: fc.constantFrom("carry", "fold"),
});

export interface StageCase {
  readonly stage: StagePlan;
  readonly seed: number;
}

/** Random stages that keep the function: of small random models of two layers. */
export const arbitraryStage: fc.Arbitrary<StageCase> = fc
  .record({ plan: arbitraryPlan, factors, around, step })
  .map(({ plan, factors: by, around: outer, step: how }) => {
    const { preNorm, vocab, mlp } = outer;
    const checkpoint = fact<Checkpoint>({
      ...outer.checkpoint,
      // Halves of a V head go to either half.
      order: plan.layer.valueDim.value % 2 === 0 ? outer.checkpoint.order : "blocked",
    });
    const tied = outer.embedding === "tied" && preNorm !== undefined;
    const source = modelPlan(
      [layerAt(0, plan.layer, mlp), layerAt(1, plan.layer, mlp)],
      plan.hidden,
      {
        vocab: vocab === undefined ? undefined : fact(vocab),
        embedding: vocab === undefined ? undefined : fact(tied ? "tied" : "untied"),
        checkpoint,
        preNorm: preNorm && fact(preNorm),
      },
    );
    const unties = tied && outer.unties;
    const layerSources = [0, 1].flatMap((index) => [
      { source: index, inserted: false },
      ...(how.after.some((after) => after === index) ? [{ source: index, inserted: true }] : []),
    ]);
    const fold = how.reindex === "fold";
    const layers = layerSources.map(({ source: from }, index) => {
      const grown = grownLayer(source.layers[from] ?? plan.layer, index, by);
      return fold ? withDepth(grown, index) : grown;
    });
    const model: ModelPlan = {
      ...source,
      hidden: fact(by.hidden * plan.hidden),
      embedding: unties ? fact("untied") : source.embedding,
      checkpoint: outer.reorders ? fact({ family: "native", order: "grouped" }) : checkpoint,
      layers,
    };
    return {
      seed: plan.seed,
      stage: {
        name: "random",
        span: source.span,
        at: fact(0),
        source,
        model,
        hiddenCopies: fact(by.hidden),
        mlpCopies: fact(by.width),
        classCopies: [],
        copies: fact(how.copies),
        layerSources,
        reindex: fact(how.reindex),
        lossy: [],
      },
    };
  });

function layerAt(
  index: number,
  layer: LayerPlan,
  mlp:
    | {
        readonly width: number;
        readonly form: MlpPlan["form"]["value"];
        readonly activation: MlpPlan["activation"]["value"];
      }
    | undefined,
): LayerPlan {
  const facts = mlp && {
    width: fact(mlp.width),
    form: fact(mlp.form),
    activation: fact(mlp.activation),
  };
  return withDepth({ ...layer, index, mlp: facts }, index);
}

/** λ's init and the factor of the norm as functions of depth. */
function withDepth(layer: LayerPlan, depth: number): LayerPlan {
  const { lambda, headNorm } = layer;
  return {
    ...layer,
    lambda:
      lambda?.value.kind === "reparam"
        ? fact({ kind: "reparam", init: 0.8 - 0.6 * Math.exp(-0.3 * (depth - 1)) })
        : lambda,
    headNorm: headNorm && fact({ ...headNorm.value, times: 1 / (2 + depth) }),
  };
}

function grownLayer(layer: LayerPlan, index: number, by: Factors): LayerPlan {
  const spread = layer.classes.every(({ kv }) => !kv);
  const classes = layer.classes.map((c, i) => {
    const signal = c.signal.value * (i === 0 ? by.signal : 1);
    const noise = c.noise.value * by.noise;
    const serves = noise > 0 && signal % noise === 0;
    const groups = spread || i === 0 ? by.groups : 1;
    return {
      ...c,
      groups: fact(c.groups.value * groups),
      signal: fact(signal),
      noise: serves ? fact(noise) : c.noise,
    };
  });
  const pairs = spread
    ? layer.kvPairs.value * by.groups
    : classes.reduce((sum, c) => sum + c.groups.value * (c.kv?.value ?? 0), 0);
  const mlp = layer.mlp && { ...layer.mlp, width: fact(layer.mlp.width.value * by.width) };
  return { ...layer, index, classes, kvPairs: fact(pairs), mlp };
}
