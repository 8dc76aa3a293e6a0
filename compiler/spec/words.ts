import type { HeadDim, HeadNorm, LayerPlan, Mask, RopeScaling } from "../plan/plan.js";
import { numberText } from "./numbers.js";
import type { Word } from "./said.js";
import { nearTemperature } from "./temperature.js";

/** A head that turns whole, or not at all, is one number; beside a latent its parts are told apart. */
export function headDimText({ headDim, latent, rope }: LayerPlan): string {
  const { size, parts } = headDim.value;
  if (!isSplit(headDim.value) && !(latent && rope)) return numberText(size);
  return parts.map((part) => `${numberText(part.size)} ${part.kind}`).join(" + ");
}

export function isSplit({ parts }: HeadDim): boolean {
  return parts.length > 1;
}

export function rms({ eps }: { readonly eps: number }): Word {
  return { word: "rms", args: { eps: numberText(eps) } };
}

export function maskWord(mask: Mask): Word {
  return { word: mask.kind, args: mask.kind === "window" ? { keys: numberText(mask.keys) } : {} };
}

export function lambdaWord({ lambda }: LayerPlan, number: string): Word | undefined {
  switch (lambda?.value.kind) {
    case undefined:
      return undefined;
    case "reparam":
      return { word: "reparam", args: { init: number } };
    case "constant":
      return { word: "constant", args: { value: number } };
    case "sigmoid":
      return { word: "sigmoid", args: { per: lambda.value.per } };
  }
}

export function headNormWord(norm: HeadNorm, times: string): Word {
  const eps = norm.kind === "dyt" ? {} : { eps: numberText(norm.eps) };
  return { word: norm.kind, args: { ...eps, times } };
}

export function scalingText(scaling: RopeScaling): string {
  const { kind, ...members } = scaling;
  const args = Object.entries(members).map(([name, value]) => {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const near = name === "gain" ? nearTemperature(scaling, Number(value)) : undefined;
    const formula = near?.value === value ? near.text : undefined;
    return `${snake}: ${formula ?? (typeof value === "number" ? numberText(value) : value)}`;
  });
  return args.length === 0 ? kind : `${kind}(${args.join(", ")})`;
}
