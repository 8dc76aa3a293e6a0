import type { TensorName } from "../plan/attention-tensors.js";
import { rotaryChannels } from "../plan/channels.js";
import { emit, type EmittedStep, type Placement } from "./emit.js";
import { rowKeys, storageFormat, type LayerStep, type Lowering, type Phase } from "./lowering.js";
import { share } from "./machine.js";
import { append, type AppendPart } from "./operations/append.js";
import { appendScaled } from "./operations/append-scaled.js";
import { project, type ProjectTensor } from "./operations/project.js";
import { turn } from "./operations/turn.js";
import type { KeysBeside } from "./pieces/unknown-values.js";
import type { HeadWrite, Turn, Write } from "./pieces/write.js";
import { headSchedule, outputSize } from "./schedule/heads.js";
import { onMachine } from "./schedule/schedule.js";
import { stepsOf, type ChosenStep } from "./schedule/steps.js";

/** A projection whose rows are kept as they are, but for a bias. */
export function projectedRows(
  lowering: Lowering,
  phase: Phase,
  weight: TensorName,
  from: string,
  to: string,
): readonly ChosenStep[] {
  const write = { kind: "scalars", bias: biasOf(lowering, weight) !== undefined } as const;
  return projection(lowering, phase, write, { weight, from, to });
}

/** The layer's output, with the rows added that a call may bring. */
export function projectedOutput(lowering: Lowering, phase: Phase): readonly ChosenStep[] {
  const write: HeadWrite = {
    kind: "heads",
    bias: biasOf(lowering, "o") !== undefined,
    size: outputSize(lowering.machine, phase),
    norm: undefined,
    turn: undefined,
    to: { kind: "rows", residual: true },
  };
  return projection(lowering, phase, write, { weight: "o", from: "head_rows", to: "y" });
}

/** The query heads, normalised and turned: in the write of their projection, or by a step after it. */
export function queryHeads(lowering: Lowering, phase: Phase, from: string): readonly LayerStep[] {
  const { layer, machine, fuses } = lowering;
  const write: HeadWrite = {
    kind: "heads",
    bias: biasOf(lowering, "q") !== undefined,
    size: layer.headDim.value.size,
    norm: layer.qkNorm,
    turn: turnOf(lowering),
    to: { kind: "rows", residual: false },
  };
  const place = { weight: "q", from, to: "q_rows" } as const;
  const changes = write.norm !== undefined || write.turn !== undefined;
  return changes && fuses(write, machine, phase)
    ? projection(lowering, phase, write, place)
    : [...projectedRows(lowering, phase, "q", from, "q_rows"), ...turning(lowering, "q")];
}

/** K or V of all pairs, in the cache: by the write of its projection, or by steps after it. */
export function cachedHeads(
  lowering: Lowering,
  phase: Phase,
  which: "k" | "v",
): readonly LayerStep[] {
  const { layer, machine, fuses, cache: format } = lowering;
  const heads = which === "k" ? rowKeys(layer) : 1;
  const pairs = layer.kvPairs.value;
  const write: HeadWrite = {
    kind: "heads",
    bias: biasOf(lowering, which) !== undefined,
    size: which === "k" ? layer.headDim.value.size : layer.valueDim.value,
    norm: which === "k" ? layer.qkNorm : undefined,
    turn: which === "k" ? turnOf(lowering) : undefined,
    to: { kind: "cache", format, heads, beside: keysBeside(lowering, which) },
  };
  if (fuses(write, machine, phase)) {
    return projection(lowering, phase, write, { weight: which, from: "x", to: `cache_${which}` });
  }
  const width = heads * write.size;
  const part: AppendPart = {
    tensor: "first",
    rowStride: pairs * width,
    pairStride: width,
    offset: 0,
    size: width,
  };
  return [
    ...projectedRows(lowering, phase, which, "x", `${which}_rows`),
    ...(which === "k" ? turning(lowering, "k") : []),
    caching(lowering, which, part, `${which}_rows`),
  ];
}

/**
 * Tiles are chosen as for a projection that does nothing but this product: heads then make the best
 * of them.
 */
function projection(
  lowering: Lowering,
  phase: Phase,
  write: Write,
  { weight, from, to }: { readonly weight: TensorName; readonly from: string; readonly to: string },
): readonly ChosenStep[] {
  const { machine, choose } = lowering;
  const [outputs = 0, inputs = 0] = lowering.shapes.get(weight) ?? [];
  const { bias } = write;
  const op = { inputs, outputs, weights: storageFormat(lowering, weight), write };
  const plain = { ...op, write: { kind: "scalars", bias } } as const;
  const rows = phase === "decode" ? "decode" : "prefill";
  const operation = { kind: "project", phase: rows, op: plain } as const;
  const schedule = choose(operation);
  const target = write.kind === "heads" ? write.to : undefined;
  const [norm, turns, cached] =
    write.kind === "heads"
      ? [write.norm !== undefined, write.turn !== undefined, write.to.kind === "cache"]
      : [];
  const what = [
    "project",
    ...(norm ? ["norm"] : []),
    ...(turns ? ["turn"] : []),
    ...(cached ? ["append"] : []),
  ];
  const place: Placement<ProjectTensor> = {
    tensors: {
      input: from,
      w: weight,
      bias: biasOf(lowering, weight),
      norm: norm ? `${weight}_norm` : undefined,
      angles: turns ? "angles" : undefined,
      residual: target?.kind === "rows" && target.residual ? "residual" : undefined,
      places: cached ? "places" : undefined,
      keys: target?.kind === "cache" && target.beside ? "cache_k" : undefined,
      out: to,
    },
    over: weight,
    ...(cached ? { into: to } : {}),
    label: `${what.join(" + ")} ${weight}`,
  };
  if (write.kind === "scalars" || schedule.kind !== "project") {
    return stepsOf(operation, schedule, machine, place);
  }
  const s = headSchedule(write, outputs, onMachine(schedule, machine), machine);
  return [{ ...emit(project, op, s, place), operation, schedule }];
}

function biasOf({ shapes }: Lowering, weight: TensorName): TensorName | undefined {
  const biases: Partial<Record<TensorName, TensorName>> = {
    q: "q_bias",
    k: "k_bias",
    v: "v_bias",
    o: "o_bias",
  };
  const name = biases[weight];
  return name !== undefined && shapes.has(name) ? name : undefined;
}

function turnOf({ layer }: Lowering): Turn | undefined {
  const channels = rotaryChannels(layer);
  return layer.rope && { rope: layer.rope, start: channels[0] ?? 0, size: channels.length };
}

/** QK-norm and RoPE of q or k, in place; no step where a layer has neither. */
export function turning(lowering: Lowering, which: "q" | "k"): readonly EmittedStep[] {
  const { layer, machine, shapes } = lowering;
  if (!layer.qkNorm && !layer.rope) return [];
  const size = layer.headDim.value.size;
  const heads =
    which === "q" ? (shapes.get("q")?.[0] ?? 0) / size : rowKeys(layer) * layer.kvPairs.value;
  const op = { heads, size, norm: layer.qkNorm, turn: turnOf(lowering) };
  const tensors = {
    rows: `${which}_rows`,
    norm: layer.qkNorm ? `${which}_norm` : undefined,
    angles: layer.rope ? "angles" : undefined,
  };
  return [emit(turn, op, { share: share(machine) }, { tensors, label: `turn ${which}` })];
}

/** The keys beside what is cached of V. */
function keysBeside({ layer, cache: format }: Lowering, which: "k" | "v"): KeysBeside | undefined {
  if (which === "k") return undefined;
  return { format, heads: rowKeys(layer), headDim: layer.headDim.value.size };
}

export function caching(
  lowering: Lowering,
  which: "k" | "v",
  part: AppendPart,
  first: string,
): EmittedStep {
  const { layer, machine, cache: format } = lowering;
  const s = { share: share(machine) };
  const to = `cache_${which}`;
  const beside = keysBeside(lowering, which);
  const tensors = { first, places: "places", keys: beside && "cache_k", out: to };
  const place = { tensors, over: to, label: `append ${which}` };
  const pairs = layer.kvPairs.value;
  const heads = which === "k" ? rowKeys(layer) : 1;
  if (format.scaled) return emit(appendScaled, { pairs, heads, part, format, beside }, s, place);
  const op = { pairs, width: part.size, parts: [part], to: "cache" as const, format, beside };
  return emit(append, op, s, place);
}
