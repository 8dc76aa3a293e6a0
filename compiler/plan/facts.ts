import type {
  Dtype,
  Fact,
  HeadDim,
  HeadNorm,
  LayerPlan,
  Mask,
  ModelPlan,
  Rope,
  RopeScaling,
} from "./plan.js";
import { significant, thousands } from "./numbers.js";

/** A value as it would be written, with `…` where the one number stands that layers differ in. */
export interface Shown {
  readonly form: string;
  readonly number?: number;
}

/** A fact of a layer by its name, with where it comes from. */
export interface ShownFact {
  readonly name: string;
  readonly shown: Shown;
  readonly fact: Fact<unknown>;
}

/** The counts of each class of a layer, named after it where it has a name. */
export function headFacts(layer: LayerPlan): readonly ShownFact[] {
  const classes = layer.classes.flatMap(({ name, groups, signal, noise, kv }) => {
    const group = name === undefined ? "group" : `group ${name}`;
    return [
      shown(`${group} count`, groups, thousands),
      shown(`${group} signal`, signal, thousands),
      shown(`${group} noise`, noise, thousands),
      shown(`${group} kv`, kv, thousands),
    ].flat();
  });
  return [...classes, ...shown("kv_pairs", layer.kvPairs, thousands)];
}

/** The facts of a layer's attention but its head counts; those that are absent are left out. */
export function attentionFacts(layer: LayerPlan): readonly ShownFact[] {
  const { latent } = layer;
  return [
    shown("head_dim", layer.headDim, (dim) => headDim(dim, layer.rope !== undefined)),
    shown("value_dim", layer.valueDim, thousands),
    shown("latent.query", latent?.query, thousands),
    shown("latent.kv", latent?.kv, thousands),
    shown("latent.norm", latent?.norm, rms),
    shown("noise_keys", layer.noiseKeys, String),
    shown("noise_repeat", layer.noiseRepeat, String),
    shown("lambda", layer.lambda, lambdaText),
    shown("qk_norm", layer.qkNorm, rms),
    shown("rope", layer.rope, ropeText),
    shown("mask", layer.mask, maskText),
    shown("score_scale", layer.scoreScale, (number) => ({ form: "…", number })),
    shown("softcap", layer.softcap, significant),
    shown("sinks", layer.sinks, String),
    shown("head_norm", layer.headNorm, headNormText),
    shown("gate", layer.gate, ({ form, from }) => `${form}(from: ${from})`),
    shown("bias", layer.bias, (sites) => `[${sites.join(", ")}]`),
    shown("cache", layer.cache, String),
  ].flat();
}

/** The facts of a model that hold in every layer. */
export function modelFacts(plan: ModelPlan): readonly ShownFact[] {
  return [
    shown("hidden", plan.hidden, thousands),
    shown("context", plan.context, thousands),
    shown("vocab", plan.vocab, thousands),
    shown("embedding", plan.embedding, String),
    shown("dtype", plan.dtype, dtypeText),
    shown("checkpoint", plan.checkpoint, ({ family, order }) => `${family}(order: ${order})`),
    shown("pre_norm", plan.preNorm, ({ kind, eps }) => `${kind}(eps: ${significant(eps)})`),
  ].flat();
}

/** The facts of a layer's MLP. */
export function mlpFacts({ mlp }: LayerPlan): readonly ShownFact[] {
  return [
    shown("mlp.width", mlp?.width, thousands),
    shown("mlp.form", mlp?.form, String),
    shown("mlp.activation", mlp?.activation, String),
  ].flat();
}

function shown<T>(
  name: string,
  fact: Fact<T> | undefined,
  text: (value: T) => Shown | string,
): readonly ShownFact[] {
  if (!fact) return [];
  return [
    {
      name,
      fact,
      // Of the facts of all layers few are shown at a time.
      get shown(): Shown {
        const form = text(fact.value);
        return typeof form === "string" ? { form } : form;
      },
    },
  ];
}

/** The whole text. */
export function textOf({ form, number }: Shown): string {
  return number === undefined ? form : form.replace("…", significant(number));
}

function headDim({ size, parts }: HeadDim, turns: boolean): string {
  const split = parts.length > 1 || parts.some(({ kind }) => kind === "plain" && turns);
  return split
    ? parts.map((part) => `${thousands(part.size)} ${part.kind}`).join(" + ")
    : thousands(size);
}

function rms({ eps }: { readonly eps: number }): string {
  return `rms(eps: ${significant(eps)})`;
}

function lambdaText(lambda: NonNullable<LayerPlan["lambda"]>["value"]): Shown {
  switch (lambda.kind) {
    case "reparam":
      return { form: "reparam(init: …)", number: lambda.init };
    case "constant":
      return { form: "constant(value: …)", number: lambda.value };
    case "sigmoid":
      return { form: `sigmoid(per: ${lambda.per})` };
  }
}

function headNormText(norm: HeadNorm): Shown {
  const eps = norm.kind === "dyt" ? "" : `eps: ${significant(norm.eps)}, `;
  return { form: `${norm.kind}(${eps}times: …)`, number: norm.times };
}

function ropeText({ pairing, theta, scaling }: Rope): string {
  const scaled = scaling.kind === "none" ? "" : `, scaling: ${scalingText(scaling)}`;
  return `${pairing}(theta: ${significant(theta)}${scaled})`;
}

function scalingText(scaling: RopeScaling): string {
  const { kind, ...numbers } = scaling;
  const args = Object.entries(numbers).map(([name, value]) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${snake}: ${typeof value === "number" ? significant(value) : value}`;
  });
  return args.length === 0 ? kind : `${kind}(${args.join(", ")})`;
}

function maskText(mask: Mask): string {
  return mask.kind === "window" ? `window(keys: ${thousands(mask.keys)})` : mask.kind;
}

function dtypeText(dtype: Dtype): string {
  const { weights, cache, accumulate } = dtype;
  const block = "block" in dtype ? `block: ${dtype.block}, ` : "";
  return `${weights}(${block}cache: ${cache}, accumulate: ${accumulate})`;
}
