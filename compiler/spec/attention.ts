import type { LayerPlan } from "../plan/plan.js";
import type { Row } from "./block.js";
import { headRows } from "./heads.js";
import { type Formula, numberText, series } from "./numbers.js";
import type { Said } from "./said.js";
import { scaleFormulas } from "./scale.js";
import {
  headDimText,
  headNormWord,
  isSplit,
  lambdaWord,
  maskWord,
  rms,
  scalingText,
} from "./words.js";

/**
 * λ.init by the zero-based layer, as Motif and as transformers' DiffLlama have it (gda-math.md,
 * sections 5 and 8).
 */
const depths: readonly Formula[] = [
  {
    text: "0.8 - 0.6 * exp(-0.3 * (layer - 1))",
    at: (layer) => 0.8 - 0.6 * Math.exp(-0.3 * (layer - 1)),
  },
  { text: "0.8 - 0.6 * exp(-0.3 * layer)", at: (layer) => 0.8 - 0.6 * Math.exp(-0.3 * layer) },
];

/** The facts of the attention of all layers, in the order in which a file states them. */
export function attentionRows(layers: readonly LayerPlan[]): readonly Row[] {
  const row = (
    name: string,
    line: number,
    said: (layer: LayerPlan, index: number) => Said | undefined,
    leftOut?: string,
  ): Row => ({ path: [name], said: layers.map(said), line, ...(leftOut ? { leftOut } : {}) });
  const lambdas = lambdaNumbers(layers);
  const times = timesNumbers(layers);
  const thetas = series(layers.map(({ rope }) => rope?.value.theta));
  const scales = series(layers.map(statedScale), scaleFormulas(layers));
  return [
    ...headRows(layers),
    row("head_dim", 0, headDimText),
    row("value_dim", 0, valueDimText, "head_dim"),
    ...latentRows(layers),
    row(
      "gate",
      1,
      ({ gate }) => gate && { word: gate.value.form, args: { from: gate.value.from } },
      "none",
    ),
    row("noise_keys", 2, ({ noiseKeys }) => noiseKeys?.value),
    row("noise_repeat", 2, ({ noiseRepeat }) =>
      noiseRepeat?.value === "tile" ? "tile" : undefined,
    ),
    row("lambda", 2, (layer, i) => lambdaWord(layer, lambdas[i] ?? "")),
    row("head_norm", 2, ({ headNorm, lambda }, i) =>
      headNorm ? headNormWord(headNorm.value, times[i] ?? "1") : lambda && "none",
    ),
    row("qk_norm", 3, ({ qkNorm }) => qkNorm && rms(qkNorm.value), "none"),
    row("rope", 3, ({ rope }, i) =>
      rope
        ? {
            word: rope.value.pairing,
            args: { theta: thetas[i] ?? "", scaling: scalingText(rope.value.scaling) },
          }
        : "none",
    ),
    row("mask", 3, ({ mask }) => maskWord(mask.value)),
    row("score_scale", 3, (_, i) => scales[i], "1 / sqrt(head_dim)"),
    row("softcap", 3, ({ softcap }) => softcap && numberText(softcap.value), "none"),
    row("sinks", 3, ({ sinks }) => (sinks.value === "none" ? undefined : sinks.value), "none"),
    row(
      "bias",
      3,
      ({ bias }) => (bias.value.length > 0 ? `[${bias.value.join(", ")}]` : undefined),
      "[]",
    ),
    row("cache", 3, ({ cache }) => (cache.value === "heads" ? undefined : cache.value), "heads"),
  ];
}

function valueDimText({ headDim, valueDim }: LayerPlan): string | undefined {
  const { size } = headDim.value;
  if (valueDim.value === 2 * size) return "2 * head_dim";
  return valueDim.value === size && !isSplit(headDim.value)
    ? undefined
    : numberText(valueDim.value);
}

function latentRows(layers: readonly LayerPlan[]): readonly Row[] {
  const row = (name: string, said: (latent: NonNullable<LayerPlan["latent"]>) => Said): Row => ({
    path: ["latent", name],
    said: layers.map(({ latent }) => latent && said(latent)),
    withBlock: true,
    line: 1,
  });
  return [
    row("query", ({ query }) => (query ? numberText(query.value) : "none")),
    row("kv", ({ kv }) => numberText(kv.value)),
    row("norm", ({ norm }) => rms(norm.value)),
  ];
}

function lambdaNumbers(layers: readonly LayerPlan[]): readonly (string | undefined)[] {
  const inits = series(layers.map(initOf), depths);
  const values = series(
    layers.map(({ lambda }) =>
      lambda?.value.kind === "constant" ? lambda.value.value : undefined,
    ),
  );
  return layers.map((_, i) => inits[i] ?? values[i]);
}

function timesNumbers(layers: readonly LayerPlan[]): readonly (string | undefined)[] {
  const fromInit: Formula = {
    text: "1 - lambda.init",
    at: (layer) => 1 - ((layers[layer] && initOf(layers[layer])) ?? NaN),
  };
  const times = layers.map(({ headNorm }) => headNorm?.value.times);
  return series(times, times.every((one) => one === 1) ? [] : [fromInit]);
}

function initOf({ lambda }: LayerPlan): number | undefined {
  return lambda?.value.kind === "reparam" ? lambda.value.init : undefined;
}

/** Nothing where it is the language's own, 1 / √head_dim. */
function statedScale({ headDim, scoreScale }: LayerPlan): number | undefined {
  return scoreScale.value === 1 / Math.sqrt(headDim.value.size) ? undefined : scoreScale.value;
}
