import type { TensorEntry } from "../../runtime/manifest.js";
import { elementBytes, rowBytes } from "../../runtime/size.js";
import type { Rated } from "../kernels/schedule/choose.js";
import type { Machine } from "../kernels/machine.js";
import { keyRow, valueRow } from "../kernels/pieces/cached.js";
import { pairsOf, type CoreOp } from "../kernels/operations/core.js";
import { partialQuads } from "../kernels/operations/partials.js";
import type { ProjectOp } from "../kernels/operations/project.js";
import { symbolsOf, type Lengths } from "../kernels/schedule/lengths.js";
import { keyOf, type Operation } from "../kernels/schedule/operation.js";
import type { Filled, Job } from "./job.js";

/** An operation that is to be timed, as large as the adapter can do in good time. */
export interface Trial {
  /** Of the operation as the model has it. */
  readonly key: string;
  readonly operation: Operation;
  readonly machine: Machine;
  readonly lengths: Lengths;
}

/** Multiply-adds of one run on a CPU: some 30 ms. */
const SOFTWARE_MACS = 2.5e8;

/** Cells of a core that keep the cores of a CPU busy. */
const SOFTWARE_CELLS = 4;

/** What bounds a trial. */
export interface Bounds {
  /** Whether the adapter is a CPU: outputs and cells run one after the other there. */
  readonly cpu: boolean;
  /** A weight or a cache is bound whole; the runtime cuts larger ones into segments. */
  readonly limits: Pick<GPUSupportedLimits, "maxBufferSize" | "maxStorageBufferBindingSize">;
}

/** The operation, with fewer outputs or cells where it is large: the kernels are the same. */
export function trialOf(
  operation: Operation,
  machine: Machine,
  lengths: Lengths,
  { cpu, limits }: Bounds,
): Trial {
  const key = keyOf(operation);
  const most = Math.min(limits.maxBufferSize, limits.maxStorageBufferBindingSize);
  if (operation.kind === "project") {
    const { op, phase } = operation;
    const rows = phase === "prefill" ? lengths.prefill : 1;
    const soon = cpu ? Math.max(256, SOFTWARE_MACS / rows / op.inputs) : Infinity;
    const bound = Math.min(soon, Math.floor(most / weightRowBytes(op)));
    const outputs = op.outputs <= bound ? op.outputs : whole(bound);
    return { key, operation: { ...operation, op: { ...op, outputs } }, machine, lengths };
  }
  const { op } = operation;
  const bound = most / pairBytes(op, symbolsOf(operation, lengths)["most_keys"] ?? 0);
  const fitting = op.cells.filter(({ pair }) => pair + 1 <= bound);
  const cells = cpu ? fitting.slice(0, SOFTWARE_CELLS) : fitting;
  return { key, operation: { ...operation, op: { ...op, cells } }, machine, lengths };
}

/** Of so many outputs those that fill the tiles of every candidate. */
function whole(outputs: number): number {
  return outputs < 256 ? outputs : 256 * Math.floor(outputs / 256);
}

/** The larger of what the cache holds of keys and of values for a pair. */
function pairBytes(op: CoreOp, keys: number): number {
  const stride = Math.max(keyRow(op).stride, valueRow(op).stride);
  return keys * 4 * stride * elementBytes(op.cache.name);
}

/** A candidate of a trial as a job. */
export function jobOf(trial: Trial, { steps, schedule }: Rated): Job {
  const { operation, lengths } = trial;
  // Those of a segment come with each segment.
  const call = symbolsOf(operation, lengths);
  const symbols = Object.fromEntries(
    Object.entries(call).filter(([name]) => name !== "seen" && !name.startsWith("segment_")),
  );
  const rows = symbols["rows"] ?? 1;
  const keys = symbols["most_keys"] ?? rows;
  // One block as large as the cache, as a cache without pages has it.
  const stride = operation.kind === "project" ? 1 : pairsOf(operation.op);
  const table = { block: keys, blocks: [0], stride };
  const filled =
    operation.kind === "project"
      ? projectTensors(operation.op, rows)
      : coreTensors(operation.op, rows, keys);
  const fixed = filled.map(({ name, format }): [string, TensorEntry] => [
    name,
    { role: roles[name] ?? "derived", format, shape: [] },
  ]);
  const named = steps.map(({ kernel, operation: _o, schedule: _s, ...step }, i) => ({
    kernel,
    step,
    name: `${i}`,
  }));
  return {
    id: JSON.stringify(schedule),
    kernels: Object.fromEntries(
      named.map(({ kernel, name }) => [name, { ...kernel.entry, file: name, map: "" }]),
    ),
    texts: Object.fromEntries(
      named.map(({ kernel, name }) => [name, kernel.lines.map(({ text }) => text).join("\n")]),
    ),
    steps: named.map(({ step, name }) => ({ ...step, kernel: name })),
    tensors: {
      ...Object.fromEntries(fixed),
      sequences: { role: "sequences", format: "u32", shape: ["sequences", 9] },
      partials: { role: "scratch", format: "f32", shape: partialShape(operation, schedule) },
    },
    filled,
    output: operation.kind === "project" ? "out" : "head_rows",
    symbols: { ...symbols, block_shift: 31, pair_units: 1, head_times: 0.8, lambda_init: 0.5 },
    rows,
    parts: [{ slot: 0, rows, position: keys - rows, keys, prefix: 0, firstRow: 0, table }],
  };
}

const roles: Readonly<Record<string, TensorEntry["role"]>> = {
  cache_k: "cache",
  cache_v: "cache",
  w: "weight",
};

function partialShape(operation: Operation, schedule: Rated["schedule"]): TensorEntry["shape"] {
  if (operation.kind === "project" || schedule.kind !== "decode") return [4];
  const { op } = operation;
  return [
    "sequences",
    op.queryHeads,
    ["ceilDiv", "capacity", schedule.chunk],
    4 * partialQuads(op),
  ];
}

function weightRowBytes({ weights, inputs }: ProjectOp): number {
  const block = "block" in weights ? { block: weights.block } : {};
  return rowBytes({ format: weights.name, ...block, shape: [1, inputs] }, {});
}

function projectTensors(op: ProjectOp, rows: number): readonly Filled[] {
  const plain = { count: 1, scale: 1, format: "f32" } as const;
  return [
    { ...plain, name: "input", elements: rows * op.inputs },
    {
      name: "w",
      format: op.weights.name,
      elements: (op.outputs * weightRowBytes(op)) / elementBytes(op.weights.name),
      count: op.outputs,
      scale: op.inputs ** -0.5,
    },
    ...(op.write.bias ? [{ ...plain, name: "bias", elements: op.outputs }] : []),
    { ...plain, name: "out", elements: rows * op.outputs, scale: 0 },
  ];
}

function coreTensors(op: CoreOp, rows: number, keys: number): readonly Filled[] {
  const plain = { count: 1, scale: 1, format: "f32" } as const;
  const cache = (name: string, { quads, stride }: ReturnType<typeof keyRow>): Filled => ({
    name,
    format: op.cache.name,
    elements: pairsOf(op) * keys * 4 * stride,
    count: pairsOf(op),
    scale: 1,
    ...(op.cache.scaled ? { row: { quads, scales: stride - quads } } : {}),
  });
  const sized: readonly (readonly [string, number])[] = [
    ["q_rows", rows * op.queryHeads * op.headDim],
    ["parameters", op.parameters.size],
    ["lambda_rows", rows * op.lambdaHeads],
    ["gate_rows", op.gate ? rows * op.signalHeads * op.valueDim : 0],
  ];
  return [
    ...sized.flatMap(([name, elements]) => (elements > 0 ? [{ ...plain, name, elements }] : [])),
    cache("cache_k", keyRow(op)),
    cache("cache_v", valueRow(op)),
    { ...plain, name: "head_rows", elements: rows * op.signalHeads * op.valueDim, scale: 0 },
  ];
}
