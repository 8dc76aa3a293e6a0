import { ex, type Code } from "../text/code.js";
import type { Share } from "../text/share.js";

/** The value channels of a head over the team: lane l holds quads l, l + team, l + 2·team, … */
export interface Columns {
  readonly count: number;
  quad(c: number): Code;
  /** False for lanes beyond the last quad; absent where all are inside. */
  inside(c: number): Code | undefined;
}

export function columns(valueDim: number, share: Pick<Share, "team" | "lane">): Columns {
  const quads = valueDim / 4;
  const free = (c: number): Code => (c === 0 ? share.lane : ex`${share.lane} + ${c * share.team}u`);
  const partial = (c: number): boolean => (c + 1) * share.team > quads;
  return {
    count: Math.ceil(quads / share.team),
    quad: (c) => (partial(c) ? ex`min(${free(c)}, ${quads - 1}u)` : free(c)),
    inside: (c) => (partial(c) ? ex`${free(c)} < ${quads}u` : undefined),
  };
}
