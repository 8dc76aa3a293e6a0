import { ex, ident, wgsl, type Code } from "../text/code.js";
import type { Share } from "../text/share.js";
import { columns, type Columns } from "./columns.js";

/**
 * How the lanes of a subgroup go over rows of some channels: `across` neighbouring lanes take a row,
 * its quads in turn, and what is left of the subgroup takes other rows meanwhile.
 */
export interface RowLanes {
  /** A power of two. */
  readonly across: number;
  /** This lane's quads of a row. */
  readonly columns: Columns;
  /** This lane's place among those that take the same row, and the first of them. */
  readonly place: Code;
  readonly first: Code;
  /** Names `place` and `first`. */
  readonly open: Code;
}

/** As few lanes a row as read it in no more rounds than the whole subgroup would. */
export function rowLanes(name: string, size: number, { team, lane }: Share): RowLanes {
  const quads = size / 4;
  const rounds = Math.ceil(quads / team);
  const across = Math.min(team, 2 ** Math.ceil(Math.log2(quads / rounds)));
  const alone = across === team;
  const place = alone ? lane : ident(`${name}_place`);
  const first = alone ? ex`0u` : ident(`${name}_first`);
  return {
    across,
    columns: columns(size, { team: across, lane: place }),
    place,
    first,
    open: alone
      ? wgsl``
      : wgsl`let ${place} = lane % ${across}u;
let ${first} = lane - ${place};`,
  };
}
