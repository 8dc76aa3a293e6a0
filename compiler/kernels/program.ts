import type { Program } from "../../runtime/manifest.js";
import { rotaryChannels } from "../plan/channels.js";
import { totals } from "../plan/heads.js";
import type { Dtype, HeadDim, LayerPlan } from "../plan/plan.js";
import { attentionTensors, keyHeads, type TensorName } from "../plan/attention-tensors.js";
import { emit, type EmittedStep } from "./emit.js";
import { share, type Machine } from "./machine.js";
import { append, type AppendPart } from "./operations/append.js";
import { appendScaled } from "./operations/append-scaled.js";
import { coreOps, type CoreOp } from "./operations/core.js";
import { copy, reparam } from "./operations/load.js";
import { norm } from "./operations/norm.js";
import { turn } from "./operations/turn.js";
import { packedWeights, parameters } from "./pieces/parameters.js";
import { rowKeys, storageFormat, tensorTable, type Lowering } from "./lowering.js";
import { fewSteps, stepsOf, type ChosenStep } from "./schedule/steps.js";
import type { Chooser } from "./schedule/chooser.js";
import { formats, weightFormat } from "./text/format.js";

/** A layer's program with its kernels' texts still attached to the steps. */
export interface EmittedProgram {
  readonly tensors: Program["tensors"];
  readonly load: readonly LayerStep[];
  readonly prefill: LayerPhases;
  readonly few: LayerPhases;
  readonly decode: LayerPhases;
}

export interface LayerPhases {
  readonly keys: readonly LayerStep[];
  readonly queries: readonly LayerStep[];
}

/** A step, with its operation and schedule where there was a choice. */
export type LayerStep = EmittedStep | ChosenStep;

type Phase = "prefill" | "few" | "decode";

/** The steps of one attention layer, from x [rows, hidden] to y [rows, hidden]. */
export function lowerLayer(
  layer: LayerPlan,
  hidden: number,
  dtype: Dtype,
  machine: Machine,
  choose: Chooser,
): EmittedProgram {
  const lowering: Lowering = {
    layer,
    hidden,
    machine,
    choose,
    weights: weightFormat(dtype),
    cache: formats[dtype.cache],
    shapes: new Map(attentionTensors(layer, hidden).map(({ name, shape }) => [name, shape])),
  };
  return {
    tensors: tensorTable(lowering),
    load: loadSteps(lowering),
    prefill: { keys: keySteps(lowering, "prefill"), queries: querySteps(lowering, "prefill") },
    few: { keys: keySteps(lowering, "few"), queries: querySteps(lowering, "few") },
    decode: { keys: keySteps(lowering, "decode"), queries: querySteps(lowering, "decode") },
  };
}

function loadSteps({ layer, machine, shapes }: Lowering): readonly LayerStep[] {
  const { at } = parameters(layer);
  const s = { share: share(machine) };
  const copies = packedWeights.flatMap((name) => {
    const offset = at[name];
    if (offset === undefined) return [];
    const op = { size: shapes.get(name)?.[0] ?? 0, offset };
    const place = { tensors: { vector: name, parameters: "parameters" }, label: name };
    return [emit(copy, op, { share: share(machine) }, place)];
  });
  if (at.reparam === undefined || layer.lambda === undefined) return copies;
  const op = { size: shapes.get("lambda_q1")?.[0] ?? 0, offset: at.reparam, lambda: layer.lambda };
  const tensors = {
    q1: "lambda_q1",
    k1: "lambda_k1",
    q2: "lambda_q2",
    k2: "lambda_k2",
    parameters: "parameters",
  };
  return [...copies, emit(reparam, op, s, { tensors, label: "lambda" })];
}

function projection(
  lowering: Lowering,
  phase: Phase,
  weight: TensorName,
  from: string,
  to: string,
): readonly LayerStep[] {
  const [outputs = 0, inputs = 0] = lowering.shapes.get(weight) ?? [];
  const biases: Partial<Record<TensorName, TensorName>> = {
    q: "q_bias",
    k: "k_bias",
    v: "v_bias",
    o: "o_bias",
  };
  const name = biases[weight];
  const bias = name !== undefined && lowering.shapes.has(name) ? name : undefined;
  const op = {
    inputs,
    outputs,
    weights: storageFormat(lowering, weight),
    bias: bias !== undefined,
  };
  const rows = phase === "decode" ? "decode" : "prefill";
  const operation = { kind: "project", phase: rows, op } as const;
  return stepsOf(operation, lowering.choose(operation), lowering.machine, {
    tensors: { input: from, w: weight, bias, out: to },
    over: weight,
    label: `project ${weight}`,
  });
}

/** QK-norm and RoPE of q or k, in place; no step where a layer has neither. */
function turning(lowering: Lowering, which: "q" | "k", heads: number): readonly LayerStep[] {
  const { layer, machine } = lowering;
  if (!layer.qkNorm && !layer.rope) return [];
  const op = {
    heads,
    size: layer.headDim.value.size,
    rotaryStart: rotaryChannels(layer)[0] ?? 0,
    rotarySize: rotaryChannels(layer).length,
    norm: layer.qkNorm,
    rope: layer.rope,
  };
  const tensors = {
    rows: `${which}_rows`,
    norm: layer.qkNorm ? `${which}_norm` : undefined,
    angles: layer.rope ? "angles" : undefined,
  };
  return [emit(turn, op, { share: share(machine) }, { tensors, label: `turn ${which}` })];
}

function keySteps(lowering: Lowering, phase: Phase): readonly LayerStep[] {
  const { layer } = lowering;
  const project = (weight: TensorName, from: string, to: string): readonly LayerStep[] =>
    projection(lowering, phase, weight, from, to);
  const width = rowKeys(layer) * layer.headDim.value.size;
  const values = layer.valueDim.value;
  const pairs = layer.kvPairs.value;
  const stored: AppendPart = {
    tensor: "first",
    rowStride: pairs * width,
    pairStride: width,
    offset: 0,
    size: width,
  };
  const keys = [
    ...turning(lowering, "k", keyHeads(layer)),
    caching(lowering, "k", rowKeys(layer), stored, "k_rows"),
  ];
  if (layer.latent === undefined) {
    const value = { ...stored, rowStride: pairs * values, pairStride: values, size: values };
    return [
      ...project("k", "x", "k_rows"),
      ...project("v", "x", "v_rows"),
      ...keys,
      caching(lowering, "v", 1, value, "v_rows"),
    ];
  }
  const { parts, plain } = latentKeyParts(layer, layer.latent.kv.value);
  const value = {
    tensor: "first" as const,
    rowStride: pairs * (plain + values),
    pairStride: plain + values,
    offset: plain,
    size: values,
  };
  return [
    ...project("kv_down", "x", "kv_down_rows"),
    latentNorm(lowering, "kv"),
    ...project("kv_up", "kv_latent_rows", "kv_up_rows"),
    assembling(lowering, parts),
    ...keys,
    caching(lowering, "v", 1, value, "kv_up_rows"),
  ];
}

/** A key from a latent: plain channels of its own pair, rotary channels that all pairs share. */
function latentKeyParts(
  layer: LayerPlan,
  latent: number,
): { readonly parts: readonly AppendPart[]; readonly plain: number } {
  const dims: HeadDim["parts"] = layer.rope
    ? layer.headDim.value.parts
    : [{ kind: "plain", size: layer.headDim.value.size }];
  const size = (kind: "plain" | "rotary"): number =>
    dims.reduce((sum, part) => sum + (part.kind === kind ? part.size : 0), 0);
  const [plain, rotary] = [size("plain"), size("rotary")];
  const up = plain + layer.valueDim.value;
  const next = { plain: 0, rotary: latent };
  const parts = dims.map((part): AppendPart => {
    const offset = next[part.kind];
    next[part.kind] += part.size;
    return part.kind === "plain"
      ? {
          tensor: "first",
          rowStride: layer.kvPairs.value * up,
          pairStride: up,
          offset,
          size: part.size,
        }
      : { tensor: "second", rowStride: latent + rotary, pairStride: 0, offset, size: part.size };
  });
  return { parts, plain };
}

/** The keys of a latent layer, put together from its parts before they turn. */
function assembling(lowering: Lowering, parts: readonly AppendPart[]): EmittedStep {
  const { layer, machine } = lowering;
  const width = rowKeys(layer) * layer.headDim.value.size;
  const op = { pairs: layer.kvPairs.value, width, parts, to: "rows" as const, format: formats.f32 };
  const second = parts.some((part) => part.tensor === "second") ? "kv_down_rows" : undefined;
  const tensors = { first: "kv_up_rows", second, out: "k_rows" };
  return emit(append, op, { share: share(machine) }, { tensors, label: "assemble k" });
}

function caching(
  { layer, machine, cache: format }: Lowering,
  which: "k" | "v",
  heads: number,
  part: AppendPart,
  first: string,
): EmittedStep {
  const s = { share: share(machine) };
  const to = `cache_${which}`;
  const tensors = { first, places: "places", out: to };
  const place = { tensors, over: to, label: `append ${which}` };
  const pairs = layer.kvPairs.value;
  if (format.scaled) return emit(appendScaled, { pairs, heads, part, format }, s, place);
  const op = { pairs, width: part.size, parts: [part], to: "cache" as const, format };
  return emit(append, op, s, place);
}

function latentNorm(lowering: Lowering, which: "q" | "kv"): EmittedStep {
  const { layer, machine, shapes } = lowering;
  const down = which === "q" ? "q_down" : "kv_down";
  const weight = which === "q" ? "q_latent_norm" : "kv_latent_norm";
  const size = shapes.get(weight)?.[0] ?? 0;
  const eps = layer.latent?.norm;
  if (eps === undefined) throw new Error("a latent norm without a latent");
  const op = { size, rowStride: shapes.get(down)?.[0] ?? 0, eps: { ...eps, value: eps.value.eps } };
  return emit(
    norm,
    op,
    { share: share(machine) },
    {
      tensors: { input: `${down}_rows`, weight, out: `${which}_latent_rows` },
      label: `norm ${which}_latent`,
    },
  );
}

function querySteps(lowering: Lowering, phase: Phase): readonly LayerStep[] {
  const { layer, shapes } = lowering;
  const project = (weight: TensorName, from: string, to: string): readonly LayerStep[] =>
    projection(lowering, phase, weight, from, to);
  const latent = layer.latent?.query !== undefined;
  const query = latent
    ? [
        ...project("q_down", "x", "q_down_rows"),
        latentNorm(lowering, "q"),
        ...project("q", "q_latent_rows", "q_rows"),
      ]
    : project("q", "x", "q_rows");
  const gateFrom = layer.gate?.value.from === "query_latent" ? "q_latent_rows" : "x";
  return [
    ...query,
    ...turning(lowering, "q", totals(layer).query),
    ...(shapes.has("lambda") ? project("lambda", "x", "lambda_rows") : []),
    ...(shapes.has("gate") ? project("gate", gateFrom, "gate_rows") : []),
    ...coreOps(layer, lowering.cache).flatMap((op) => core(lowering, phase, op)),
    ...project("o", "head_rows", "y"),
  ];
}

function core({ machine, choose }: Lowering, phase: Phase, op: CoreOp): readonly ChosenStep[] {
  if (phase === "few") return fewSteps(op, choose, machine);
  const operation = { kind: phase, op };
  return stepsOf(operation, choose(operation), machine);
}
