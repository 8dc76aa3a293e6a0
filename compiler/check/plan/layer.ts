import type { SourceSpan } from "../../../grammar/span.js";
import { facts } from "../../facts/table.js";
import type { Heads } from "../../heads/written.js";
import type { Fact, LatentPlan, LayerPlan, MlpPlan } from "../../plan/plan.js";
import type { LayerSights } from "../compose/lay-out.js";
import { checkLayer } from "../rules/check-layer.js";
import { Block, waits } from "./block.js";
import { headsOf, noiseHeads } from "./heads.js";
import { biasOf, gateOf, headDimOf, headNormOf, lambdaOf, maskOf, rmsOf } from "./kinds.js";
import type { Missing } from "./missing.js";
import { mapFact, numberOf, wordOf } from "./read-value.js";
import { ropeOf } from "./rope.js";

const { attention: rows, mlp: mlpRows } = facts;

/**
 * One layer's part of the plan, its facts held against each other. What is left out goes to
 * `missing`; where anything is missing or wrong there is no layer.
 */
export function planLayer(
  sights: LayerSights,
  missing: Missing,
  attentionAt: SourceSpan,
): LayerPlan | undefined {
  if (!sights.attention) {
    missing.add("model", "attention");
    return undefined;
  }
  const block = new Block(sights.attention, missing);
  const heads = headsOf(block, missing, attentionAt);
  const noise = heads && noiseHeads(heads);
  checkLayer(block, heads);
  const mlp = sights.mlp && !waitsForWidth(sights) ? new Block(sights.mlp, missing) : undefined;
  const base = attentionOf(block, noise);
  const latent = block.inner("latent", "kv");
  const parts = { latent: latent && latentOf(latent), mlp: mlp && mlpOf(mlp) };
  const whole = (latent === undefined) === (parts.latent === undefined);
  if (!heads || !base || !whole || (mlp && !parts.mlp) || sights.layer === undefined) {
    return undefined;
  }
  return { index: sights.layer, ...heads, ...base, ...parts };
}

function waitsForWidth({ mlp }: LayerSights): boolean {
  return mlp?.block.node === "block" && waits(mlp.block, "width");
}

type Attention = Omit<LayerPlan, "index" | keyof Heads | "latent" | "mlp">;

function attentionOf(block: Block, noise: number | undefined): Attention | undefined {
  const rope = block.needed("rope");
  const turns = wordOf(rows.rope.type, rope?.value) !== "none";
  const headDim = mapFact(block.needed("head_dim"), (value) => headDimOf(value, turns));
  const mask = mapFact(block.needed("mask"), maskOf);
  const split = (headDim?.value.parts.length ?? 0) > 1;
  const valueDim = mapFact(split ? block.needed("value_dim") : block.fact("value_dim"), numberOf);
  const scoreScale = mapFact(block.fact("score_scale"), numberOf);
  const sinks = mapFact(block.fact("sinks"), (value) => wordOf(rows.sinks.type, value));
  const bias = mapFact(block.fact("bias"), biasOf);
  const cache = mapFact(block.fact("cache"), (value) => wordOf(rows.cache.type, value));
  const subtraction = noise !== undefined && noise > 0 ? subtractionOf(block) : plain;
  if (!headDim || !mask || !valueDim || !scoreScale || !sinks || !bias || !cache || !subtraction) {
    return undefined;
  }
  return {
    headDim,
    valueDim,
    ...subtraction,
    headNorm: mapFact(block.fact("head_norm"), headNormOf),
    qkNorm: mapFact(block.fact("qk_norm"), rmsOf),
    rope: mapFact(rope, ropeOf),
    mask,
    scoreScale,
    softcap: mapFact(block.fact("softcap"), numberOf),
    sinks,
    gate: mapFact(block.fact("gate"), gateOf),
    bias,
    cache,
  };
}

type Subtraction = Pick<LayerPlan, "noiseKeys" | "noiseRepeat" | "lambda">;

const plain: Subtraction = { noiseKeys: undefined, noiseRepeat: undefined, lambda: undefined };

/** What noise heads need: nothing about them is a default but how they are repeated. */
function subtractionOf(block: Block): Subtraction | undefined {
  const lambda = mapFact(block.needed("lambda"), lambdaOf);
  const noiseKeys = mapFact(block.needed("noise_keys"), (value) =>
    wordOf(rows.noise_keys.type, value),
  );
  const noiseRepeat = mapFact(block.fact("noise_repeat"), (value) =>
    wordOf(rows.noise_repeat.type, value),
  );
  block.needed("head_norm");
  return lambda && noiseKeys && noiseRepeat ? { lambda, noiseKeys, noiseRepeat } : undefined;
}

function latentOf(block: Block): LatentPlan | undefined {
  const query = block.needed("query");
  const kv = mapFact(block.needed("kv"), numberOf);
  const norm: Fact<{ readonly eps: number }> | undefined = mapFact(block.needed("norm"), rmsOf);
  return query && kv && norm ? { query: mapFact(query, numberOf), kv, norm } : undefined;
}

function mlpOf(block: Block): MlpPlan | undefined {
  const width = mapFact(block.needed("width"), numberOf);
  const form = mapFact(block.needed("form"), (value) => wordOf(mlpRows.form.type, value));
  const activation = mapFact(block.needed("activation"), (value) =>
    wordOf(mlpRows.activation.type, value),
  );
  return width && form && activation ? { width, form, activation } : undefined;
}
