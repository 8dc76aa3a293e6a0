import { facts } from "../../facts/table.js";
import type {
  BiasSite,
  Checkpoint,
  Dtype,
  Gate,
  HeadDim,
  HeadNorm,
  Lambda,
  Mask,
  PreNorm,
} from "../../plan/plan.js";
import { sizeOf, type Value } from "../../types/value.js";
import { numberIn, numberOf, wordIn, wordOf } from "./read-value.js";

const { attention, latent, model } = facts;

/** Each reader gives `undefined` for `none` too: the plan has no fact where there is nothing. */
export function maskOf(value: Value): Mask | undefined {
  const kind = wordOf(attention.mask.type, value);
  if (kind !== "window") return kind && { kind };
  const keys = numberIn(value, "keys");
  return keys === undefined ? undefined : { kind, keys };
}

export function lambdaOf(value: Value): Lambda | undefined {
  const { type } = attention.lambda;
  const kind = wordOf(type, value);
  switch (kind) {
    case undefined:
      return undefined;
    case "reparam": {
      const init = numberIn(value, "init");
      return init === undefined ? undefined : { kind, init };
    }
    case "constant": {
      const number = numberIn(value, "value");
      return number === undefined ? undefined : { kind, value: number };
    }
    case "sigmoid": {
      const per = wordIn(type.words.sigmoid.takes.per.type, value, "per");
      return per && { kind, per };
    }
  }
}

export function headNormOf(value: Value): HeadNorm | undefined {
  const kind = wordOf(attention.head_norm.type, value);
  const times = numberIn(value, "times");
  if (kind === undefined || kind === "none" || times === undefined) return undefined;
  if (kind === "dyt") return { kind, times };
  const eps = numberIn(value, "eps");
  return eps === undefined ? undefined : { kind, eps, times };
}

export function preNormOf(value: Value): PreNorm | undefined {
  const kind = wordOf(model.pre_norm.type, value);
  const eps = numberIn(value, "eps");
  return kind && eps !== undefined ? { kind, eps } : undefined;
}

/** The eps of `rms(eps)`, where no other norm can stand. */
export function rmsOf(value: Value): { readonly eps: number } | undefined {
  const eps = numberIn(value, "eps");
  const known = wordOf(attention.qk_norm.type, value) ?? wordOf(latent.norm.type, value);
  return known === "rms" && eps !== undefined ? { eps } : undefined;
}

export function gateOf(value: Value): Gate | undefined {
  const { type } = attention.gate;
  const form = wordOf(type, value);
  if (form === undefined || form === "none") return undefined;
  const from = wordIn(type.words[form].takes.from.type, value, "from");
  return from && { form, from };
}

/** A head that is one number turns whole, or not at all without a rope. */
export function headDimOf(value: Value, turns: boolean): HeadDim | undefined {
  if (value.type === "dims") return { size: sizeOf(value), parts: value.parts };
  const size = numberOf(value);
  return size === undefined
    ? undefined
    : { size, parts: [{ kind: turns ? "rotary" : "plain", size }] };
}

export function biasOf(value: Value): readonly BiasSite[] | undefined {
  if (value.type !== "list") return undefined;
  const { words } = attention.bias.type;
  const sites = value.elements.map((site) => wordOf({ type: "kind", words }, site));
  const known = sites.filter((site) => site !== undefined);
  return known.length === sites.length ? known : undefined;
}

export function dtypeOf(value: Value): Dtype | undefined {
  const { type } = model.dtype;
  const weights = wordOf(type, value);
  if (weights === undefined) return undefined;
  const { takes } = type.words[weights];
  const cache = wordIn(takes.cache.type, value, "cache");
  const accumulate = wordIn(takes.accumulate.type, value, "accumulate");
  if (!cache || !accumulate) return undefined;
  if (weights !== "i8" && weights !== "i4") return { weights, cache, accumulate };
  const block = numberIn(value, "block");
  return block === undefined ? undefined : { weights, block, cache, accumulate };
}

export function checkpointOf(value: Value): Checkpoint | undefined {
  const { type } = model.checkpoint;
  const family = wordOf(type, value);
  const order = family && wordIn(type.words[family].takes.order.type, value, "order");
  return family && order ? { family, order } : undefined;
}
