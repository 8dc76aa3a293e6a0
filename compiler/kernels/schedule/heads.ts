import type { Phase } from "../lowering.js";
import type { Machine } from "../machine.js";
import type { ProjectSchedule } from "../operations/project.js";
import type { HeadWrite } from "../pieces/write.js";

/** Columns of a lane in the tiles of a layer's output. */
const outputColumns: Readonly<Record<Phase, number>> = { prefill: 4, few: 4, decode: 2 };

/** Outputs that a write of rows without heads puts away together: one round of a workgroup. */
export function outputSize(machine: Machine, phase: Phase): number {
  return outputColumns[phase] * machine.team;
}

/** Workgroup memory that every adapter has, less what a sum and a maximum over a team take. */
function tileBytes({ hands, team }: Machine): number {
  return 16_384 - (hands === "workgroup" ? 2 * 4 * team : 0);
}

/** The tiles of a projection that writes whole heads: its rows are those that fit. */
export function headSchedule(
  { size }: HeadWrite,
  outputs: number,
  tiles: Omit<ProjectSchedule, "heads">,
  machine: Machine,
): ProjectSchedule {
  // A lane stores its columns as a vector.
  const columns = tiles.columns > 2 ? 4 : 2;
  // Rows of one head that fit.
  const most = Math.floor(tileBytes(machine) / (4 * size));
  const round = columns * machine.team;
  const heads = heldHeads(outputs / size, size, round, most / tiles.rows);
  return { ...tiles, rows: Math.min(tiles.rows, most), columns, heads };
}

/**
 * Heads of a workgroup: as many as leave the fewest columns of its rounds empty, over all of the
 * layer; of equals the fewest, which are more workgroups.
 */
function heldHeads(total: number, size: number, round: number, most: number): number {
  const rounds = (held: number): number =>
    Math.ceil(total / held) * Math.ceil((held * size) / round);
  let best = 1;
  for (let held = 2; held <= Math.min(total, most); held++) {
    if (rounds(held) < rounds(best)) best = held;
  }
  return best;
}

/** Whether the write of a projection normalises and turns its heads, or caches them, itself. */
export type Fuses = (write: HeadWrite, machine: Machine, phase: Phase) => boolean;

/** Where the parts of a head that turn are whole quads, its halves too. */
export const fuses: Fuses = ({ turn, size }, machine) =>
  4 * size <= tileBytes(machine) &&
  (turn === undefined ||
    (turn.start % 4 === 0 && turn.size % (turn.rope.value.pairing === "half" ? 8 : 4) === 0));
