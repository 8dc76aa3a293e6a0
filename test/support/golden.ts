import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { HeadDim, HeadNorm, Lambda, LayerPlan, Mask, Rope } from "../../compiler/plan/plan.js";
import type { TensorName } from "../../compiler/plan/attention-tensors.js";
import type { Numbers, Weights } from "../../compiler/reference/weights.js";
import { decode } from "../../runtime/weights/convert.js";
import { safetensors } from "../../runtime/weights/safetensors.js";
import { JsonObject } from "./json.js";
import { layerPlan } from "./plans.js";

/** One file of test/golden: a layer, its weights and input, and what it makes of them. */
export interface GoldenCase {
  readonly name: string;
  readonly layer: LayerPlan;
  readonly hidden: number;
  readonly weights: Weights;
  /** [T, hidden] */
  readonly x: Float32Array;
  /** [T, S, dv], after the λ subtraction. */
  readonly core: Float32Array;
  /** [T, S, dv], after head norm and gate. */
  readonly heads: Float32Array;
  /** [T, hidden] */
  readonly y: Float32Array;
}

const folder = new URL("../golden/", import.meta.url);
const extension = ".safetensors";

export const goldenNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(extension))
  .map((file) => file.slice(0, -extension.length))
  .toSorted();

/** The names in the files whose canonical name is another. */
const canonical: Readonly<Record<string, TensorName>> = {
  q_proj: "q",
  k_proj: "k",
  v_proj: "v",
  o_proj: "o",
  lambda_q1: "lambda_q1",
  lambda_k1: "lambda_k1",
  lambda_q2: "lambda_q2",
  lambda_k2: "lambda_k2",
  lambda_proj: "lambda",
  subln: "head_norm",
  gate_proj: "gate",
  q_norm: "q_norm",
  k_norm: "k_norm",
  sinks: "sinks",
};

export async function goldenCase(name: string): Promise<GoldenCase> {
  const file = await safetensors(await readFile(new URL(name + extension, folder)), name);
  const config = JsonObject.parse(file.metadata.get("config") ?? "");
  const numbers = async (tensor: string): Promise<Float32Array> => {
    const count = file.tensors.get(tensor)?.shape.reduce((product, size) => product * size, 1) ?? 0;
    return Float32Array.from(decode(await file.read(tensor, 0, count), "F32"));
  };
  const weights: { [tensor in TensorName]?: Numbers } = {};
  for (const [stored, tensor] of Object.entries(canonical)) {
    if (file.tensors.has(stored)) weights[tensor] = await numbers(stored);
  }
  return {
    name,
    layer: layerOf(config),
    hidden: config.number("hidden"),
    weights,
    x: await numbers("x"),
    core: await numbers("core"),
    heads: await numbers("heads"),
    y: await numbers("y"),
  };
}

function layerOf(config: JsonObject): LayerPlan {
  const [signal, noise] = [config.number("signal"), config.number("noise")];
  const qkNorm = config.maybeNumber("qk_norm");
  return layerPlan({
    classes: [{ groups: config.number("groups"), signal, noise }],
    kvPairs: config.number("kv_groups"),
    headDim: headDimOf(config),
    valueDim: config.number("value_dim"),
    noiseKeys: config.text("keys") === "split" ? "own" : "shared",
    lambda: lambdaOf(config.maybeObject("lambda")),
    headNorm: headNormOf(config),
    qkNorm: qkNorm === undefined ? undefined : { eps: qkNorm },
    rope: ropeOf(config.maybeObject("rope")),
    mask: maskOf(config),
    softcap: config.maybeNumber("softcap"),
    sinks: config.flag("sinks") ? "learned" : "none",
    gate: config.flag("gate") ? { form: "elementwise", from: "hidden" } : undefined,
  });
}

function headDimOf(config: JsonObject): number | HeadDim["parts"] {
  const size = config.number("head_dim");
  const rope = config.maybeObject("rope");
  const rotary = rope?.maybeNumber("dims");
  if (rotary === undefined) return size;
  const before = rope?.number("offset") ?? 0;
  const parts: HeadDim["parts"] = [
    { kind: "plain", size: before },
    { kind: "rotary", size: rotary },
    { kind: "plain", size: size - before - rotary },
  ];
  return parts.filter((part) => part.size > 0);
}

function ropeOf(rope: JsonObject | undefined): Rope | undefined {
  return (
    rope && {
      pairing: rope.text("style") === "half" ? "half" : "adjacent",
      theta: rope.number("theta"),
      scaling: { kind: "none" },
    }
  );
}

function lambdaOf(lambda: JsonObject | undefined): Lambda | undefined {
  if (!lambda) return undefined;
  switch (lambda.text("kind")) {
    case "reparam":
      return { kind: "reparam", init: lambda.number("init") };
    case "constant":
      return { kind: "constant", value: lambda.number("value") };
    case "sigmoid":
      return { kind: "sigmoid", per: lambda.text("per") === "signal" ? "signal" : "noise" };
    default:
      throw new RangeError(`λ of kind ${lambda.text("kind")}`);
  }
}

/** A reparametrised λ scales the normed heads by 1 − init (gda-math.md, section 4, step 7). */
function headNormOf(config: JsonObject): HeadNorm | undefined {
  const eps = config.maybeNumber("subln");
  const init = config.maybeObject("lambda")?.maybeNumber("init") ?? 0;
  return eps === undefined ? undefined : { kind: "rms", eps, times: 1 - init };
}

function maskOf(config: JsonObject): Mask {
  const keys = config.maybeNumber("window");
  if (keys !== undefined) return { kind: "window", keys };
  return { kind: config.flag("causal") ? "causal" : "bidirectional" };
}
