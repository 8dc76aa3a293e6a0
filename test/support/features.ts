import { totals } from "../../compiler/plan/heads.js";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import type { PlanCase } from "./arbitrary-plan.js";

/** What a random case exercises, in the words of the language, so that coverage can be counted. */
function features({ layer, dtype, hidden }: PlanCase): readonly string[] {
  return [
    ...heads(layer),
    ...channels(layer, hidden),
    ...scores(layer),
    ...outputs(layer),
    `weights ${dtype.weights}`,
    `cache ${dtype.cache}`,
  ];
}

/** How often each feature occurs in some cases. */
export function featureCounts(cases: readonly PlanCase[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const feature of cases.flatMap(features)) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  return counts;
}

/** The counts as lines of text, the rarest feature last. */
export function featureTable(cases: readonly PlanCase[]): string {
  return [...featureCounts(cases)]
    .toSorted(([, a], [, b]) => b - a)
    .map(([feature, count]) => `${String(count).padStart(6)}  ${feature}`)
    .join("\n");
}

function heads(layer: LayerPlan): readonly string[] {
  const { groups, noise } = totals(layer);
  const pairs = layer.kvPairs.value;
  const classes = layer.classes.map((c) => ({ signal: c.signal.value, noise: c.noise.value }));
  const ratios = new Set(classes.map((c) => (c.noise > 0 ? c.signal / c.noise : 0)));
  return [
    noise === 0 ? "no noise heads" : `noise heads, keys ${layer.noiseKeys?.value}`,
    ...when(noise > 0, `repeat ${layer.noiseRepeat?.value}`),
    ...when(noise === 0 && pairs === totals(layer).query, "MHA"),
    ...when(noise === 0 && pairs === 1, "MQA"),
    ...when(noise === 0 && pairs > 1 && pairs < totals(layer).query, "GQA"),
    ...[...ratios].filter((ratio) => ratio > 0).map((ratio) => `ratio ${ratio}:1`),
    ...when(
      classes.some((c) => c.noise > 1),
      "several noise heads a group",
    ),
    ...when(classes.length > 1, "several classes"),
    ...when(ratios.size > 1, "classes of different ratios"),
    ...when(noise > 0 && ratios.has(0), "a class without noise heads"),
    ...when(
      layer.classes.some((c) => c.kv !== undefined),
      "KV pairs by class",
    ),
    ...when(pairs < groups, "groups share a KV pair"),
    ...when(pairs > groups, "several KV pairs a group"),
  ];
}

function channels(layer: LayerPlan, hidden: number): readonly string[] {
  const { size, parts } = layer.headDim.value;
  const rope = layer.rope?.value;
  return [
    ...(rope ? [`rope ${rope.pairing}`, `rope scaling ${rope.scaling.kind}`] : ["rope none"]),
    ...when(rope !== undefined && parts.length > 1, "partial rotary"),
    ...when(layer.valueDim.value !== size, "value_dim differs"),
    ...when(
      [size, layer.valueDim.value, hidden].some((n) => n % 8 !== 0),
      "a size that is no multiple of 8",
    ),
    ...(layer.latent
      ? [
          `latent ${layer.latent.query ? "with" : "without"} query latent`,
          `latent, its cache of ${layer.cache.value}`,
        ]
      : []),
    ...when(layer.latent !== undefined && layer.qkNorm !== undefined, "latent with qk_norm"),
    ...layer.bias.value.map((site) => `bias ${site}`),
  ];
}

function scores(layer: LayerPlan): readonly string[] {
  return [
    `mask ${layer.mask.value.kind}`,
    ...when(layer.softcap !== undefined, "softcap"),
    ...when(layer.sinks.value === "learned", "sinks"),
    ...when(layer.qkNorm !== undefined, "qk_norm"),
    ...when(
      layer.scoreScale.value !== 1 / Math.sqrt(layer.headDim.value.size),
      "score_scale written",
    ),
  ];
}

function outputs(layer: LayerPlan): readonly string[] {
  const [lambda, norm, gate] = [layer.lambda?.value, layer.headNorm?.value, layer.gate?.value];
  return [
    ...(lambda ? [`λ ${lambda.kind}${lambda.kind === "sigmoid" ? ` per ${lambda.per}` : ""}`] : []),
    `head_norm ${norm?.kind ?? "none"}`,
    ...when(norm !== undefined && norm.times !== 1, "head_norm times"),
    gate ? `gate ${gate.form} from ${gate.from}` : "gate none",
  ];
}

function when(condition: boolean, feature: string): readonly string[] {
  return condition ? [feature] : [];
}
