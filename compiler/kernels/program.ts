import type { Program } from "../../runtime/manifest.js";
import type { Dtype, LayerPlan } from "../plan/plan.js";
import { attentionTensors, type TensorName } from "../plan/attention-tensors.js";
import { emit } from "./emit.js";
import { latentKeySteps, latentNorm } from "./latent.js";
import { boundTensors, type LayerStep, type Lowering, type Phase } from "./lowering.js";
import { share } from "./machine.js";
import { coreOps, type CoreOp } from "./operations/core.js";
import { copy, reparam } from "./operations/load.js";
import { packedWeights, parameters } from "./pieces/parameters.js";
import { cachedHeads, projectedOutput, projectedRows, queryHeads } from "./projections.js";
import { fewSteps, stepsOf, type ChosenStep } from "./schedule/steps.js";
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

/** The steps of one attention layer, from x [rows, hidden] to y [rows, hidden]. */
export function lowerLayer(
  layer: LayerPlan,
  hidden: number,
  dtype: Dtype,
  how: Pick<Lowering, "machine" | "choose" | "fuses">,
): EmittedProgram {
  const lowering: Lowering = {
    layer,
    hidden,
    ...how,
    weights: weightFormat(dtype),
    cache: formats[dtype.cache],
    shapes: new Map(attentionTensors(layer, hidden).map(({ name, shape }) => [name, shape])),
  };
  const load = loadSteps(lowering);
  const [prefill, few, decode] = [
    phaseSteps(lowering, "prefill"),
    phaseSteps(lowering, "few"),
    phaseSteps(lowering, "decode"),
  ];
  const phases = [prefill, few, decode].flatMap(({ keys, queries }) => [...keys, ...queries]);
  return { tensors: boundTensors(lowering, [...load, ...phases]), load, prefill, few, decode };
}

function phaseSteps(lowering: Lowering, phase: Phase): EmittedProgram["prefill"] {
  return { keys: keySteps(lowering, phase), queries: querySteps(lowering, phase) };
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

function keySteps(lowering: Lowering, phase: Phase): readonly LayerStep[] {
  return lowering.layer.latent
    ? latentKeySteps(lowering, phase)
    : [...cachedHeads(lowering, phase, "k"), ...cachedHeads(lowering, phase, "v")];
}

function querySteps(lowering: Lowering, phase: Phase): readonly LayerStep[] {
  const { layer, shapes } = lowering;
  const project = (weight: TensorName, from: string, to: string): readonly LayerStep[] =>
    projectedRows(lowering, phase, weight, from, to);
  const latent = layer.latent?.query !== undefined;
  const gateFrom = layer.gate?.value.from === "query_latent" ? "q_latent_rows" : "x";
  return [
    ...(latent ? [...project("q_down", "x", "q_down_rows"), latentNorm(lowering, "q")] : []),
    ...queryHeads(lowering, phase, latent ? "q_latent_rows" : "x"),
    ...(shapes.has("lambda") ? project("lambda", "x", "lambda_rows") : []),
    ...(shapes.has("gate") ? project("gate", gateFrom, "gate_rows") : []),
    ...coreOps(layer, lowering.cache).flatMap((op) => core(lowering, phase, op)),
    ...projectedOutput(lowering, phase),
  ];
}

function core({ machine, choose }: Lowering, phase: Phase, op: CoreOp): readonly ChosenStep[] {
  if (phase === "few") return fewSteps(op, choose, machine);
  const operation = { kind: phase, op };
  return stepsOf(operation, choose(operation), machine);
}
