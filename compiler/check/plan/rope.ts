import { rope } from "../../facts/rope.js";
import type { Rope, RopeScaling } from "../../plan/plan.js";
import type { Value } from "../../types/value.js";
import { numberIn, wordIn, wordOf } from "./read-value.js";

const scaling = rope.words.half.takes.scaling.type;

export function ropeOf(value: Value): Rope | undefined {
  const pairing = wordOf(rope, value);
  if (pairing === undefined || pairing === "none" || value.type !== "kind") return undefined;
  const theta = numberIn(value, "theta");
  const stretched = value.args.get("scaling");
  const scaled = stretched && scalingOf(stretched);
  return theta !== undefined && scaled ? { pairing, theta, scaling: scaled } : undefined;
}

function scalingOf(value: Value): RopeScaling | undefined {
  const kind = wordOf(scaling, value);
  if (kind === undefined) return undefined;
  if (kind === "none") return { kind };
  const factor = numberIn(value, "factor");
  if (factor === undefined) return undefined;
  if (kind === "linear" || kind === "ntk") return { kind, factor };
  const original = numberIn(value, "original");
  if (original === undefined) return undefined;
  return kind === "llama3" ? llama3(value, factor, original) : yarn(value, factor, original);
}

function llama3(value: Value, factor: number, original: number): RopeScaling | undefined {
  const [low, high] = [numberIn(value, "low"), numberIn(value, "high")];
  if (low === undefined || high === undefined) return undefined;
  return { kind: "llama3", factor, original, low, high };
}

function yarn(value: Value, factor: number, original: number): RopeScaling | undefined {
  const [betaFast, betaSlow] = [numberIn(value, "beta_fast"), numberIn(value, "beta_slow")];
  const bounds = wordIn(scaling.words.yarn.takes.bounds.type, value, "bounds");
  const gain = numberIn(value, "gain");
  if (betaFast === undefined || betaSlow === undefined || !bounds || gain === undefined) {
    return undefined;
  }
  return { kind: "yarn", factor, original, betaFast, betaSlow, bounds, gain };
}
