import type { Machine } from "../machine.js";
import type { CoreOp } from "../operations/core.js";
import type { ProjectOp } from "../operations/project.js";
import { runQuads } from "../pieces/weights.js";
import type { Operation } from "./operation.js";
import type { DecodeChoice, PrefillChoice, ProjectChoice, Schedule } from "./schedule.js";

/**
 * How many multiply-adds of vec4f the loops of a body may have. Drivers compile longer ones slowly:
 * lavapipe takes about 13 ms for each, and a package is to answer within five seconds.
 */
const mostProducts = 240;

/** Keys that the loop over the values of a tile takes at once, and columns that it holds meanwhile. */
const unroll = 2;
const slice = 2;

/**
 * Channels of a query and a value up to which a lane without subgroups takes two rows, since every
 * lane loads all keys and values: drivers compile longer arrays in private memory slowly.
 */
const mostTwoRows = 256;

/** How many heads a kernel may hold whose accumulators are in private memory. */
const heldInMemory = 5;

/** The largest team whose lanes can hold columns of every row: beyond, bodies grow too long. */
const mostColumnLanes = 16;

/** Sums of a projection that an invocation may hold. */
const mostSums = 64;

/** Quads of float inputs that a lane of a decode step takes at once, where they divide a row. */
const floatQuads = 2;

/** Workgroup memory that every adapter has. */
const tileBytes = 16_384;

/** Every schedule that an operation may have on a machine; the first is a sound one for all. */
export function candidates(operation: Operation, machine: Machine): readonly Schedule[] {
  switch (operation.kind) {
    case "prefill":
      return prefillChoices(operation.op, machine);
    case "decode":
      return decodeChoices(operation.op, machine);
    case "project":
      return operation.phase === "prefill" ? manyRows(machine) : oneRow(operation.op, machine);
  }
}

/** The teams that a kernel may have which hands nothing over, or through workgroup memory. */
function teams(machine: Machine): readonly number[] {
  return machine.hands === "subgroup" ? [machine.team] : [machine.team, machine.team / 2];
}

function prefillChoices(op: CoreOp, machine: Machine): readonly PrefillChoice[] {
  const columns = machine.hands === "subgroup" && machine.team <= mostColumnLanes;
  const alone = machine.hands === "workgroup";
  const rows = alone && op.headDim + op.valueDim <= mostTwoRows ? 2 : 1;
  // The loops over four keys still fit the instruction cache of a CPU.
  const tiles = alone ? [4, 8] : [8, 16, 4];
  return [
    ...(columns
      ? held(op, machine, "columns").flatMap((heads) =>
          [32, 16].map((keys) => ({
            ...prefillChoice("columns", machine.team, 1, keys, heads),
            ...(isApart(op, machine) ? { apart: true as const } : {}),
          })),
        )
      : []),
    ...held(op, machine, "rows").flatMap((heads) =>
      teams(machine).flatMap((team) =>
        tiles.map((keys) => prefillChoice("rows", team, rows, keys, heads)),
      ),
    ),
  ];
}

/** Whether a signal head and its noise head are one after the other, since both are too long a body. */
function isApart(op: CoreOp, machine: Machine): boolean {
  return op.hasNoise && op.signals === 1 && 2 * headProducts(op, machine) > mostProducts;
}

/** Multiply-adds of vec4f that the loops of a body have for each head, where lanes hold columns. */
function headProducts(
  { headDim, valueDim }: Pick<CoreOp, "headDim" | "valueDim">,
  { team }: Machine,
): number {
  return headDim / 4 + team * Math.ceil(valueDim / (4 * team)) * unroll;
}

function prefillChoice(
  lanes: PrefillChoice["lanes"],
  team: number,
  rows: number,
  keys: number,
  heads: number,
): PrefillChoice {
  return { kind: "prefill", lanes, team, rows, keys, held: heads, unroll, slice };
}

/**
 * How many signal heads may be held at once, most first. Only when all of them fit together with
 * the noise head does one pass over the keys serve the cell.
 */
export function held(
  op: Pick<CoreOp, "signals" | "hasNoise" | "headDim" | "valueDim">,
  machine: Machine,
  lanes: PrefillChoice["lanes"],
): readonly number[] {
  const perHead = headProducts(op, machine);
  const noise = op.hasNoise ? 1 : 0;
  // The noise head is held with the signal heads or before them; one by one, in their place.
  const together = (heads: number): number => (heads === 1 && op.signals > 1 ? 1 : heads + noise);
  const fits = (heads: number): boolean =>
    lanes === "columns" ? together(heads) * perHead <= mostProducts : heads + noise <= heldInMemory;
  const divisors = Array.from({ length: op.signals }, (_, i) => op.signals - i).filter(
    (heads) => op.signals % heads === 0,
  );
  return divisors.filter((heads) => heads === 1 || fits(heads));
}

function decodeChoices(op: CoreOp, machine: Machine): readonly DecodeChoice[] {
  const { team } = machine;
  const heads = op.signals + (op.hasNoise ? 1 : 0);
  // Beside the scores, what two sums over the team take.
  const fits = (chunk: number): boolean =>
    machine.hands === "subgroup" || 4 * heads * (chunk + 2 * team) <= tileBytes;
  const chunks = machine.hands === "subgroup" ? [256, 128, 512, 64] : [128, 64, 256, 32, 512];
  return chunks
    .filter((chunk) => chunk % team === 0 && fits(chunk))
    .map((chunk) => ({ kind: "decode", team, chunk }));
}

/** Rows of a prefill share what is read of the weights. */
function manyRows(machine: Machine): readonly ProjectChoice[] {
  const rows = machine.hands === "subgroup" ? [16, 8, 4] : [8, 16, 4];
  return rows.flatMap((each) =>
    [4, 2, 8]
      .filter((columns) => each * columns <= mostSums)
      .map((columns): ProjectChoice => ({
        kind: "project",
        team: machine.team,
        rows: each,
        columns,
        quads: 1,
      })),
  );
}

/**
 * A decode step has few rows, and its lanes share what is read of the inputs: as many as come with
 * one load of whole numbers.
 */
function oneRow({ inputs, weights }: ProjectOp, machine: Machine): readonly ProjectChoice[] {
  const float = (inputs / 4) % floatQuads === 0 ? floatQuads : 1;
  const quads = "block" in weights ? runQuads(weights) : float;
  return [2, 1, 4, 8].map((columns) => ({
    kind: "project",
    team: machine.team,
    rows: 1,
    columns,
    quads,
  }));
}
