import type { Share } from "../text/share.js";
import { share, type Machine } from "../machine.js";
import type { DecodeSchedule } from "../operations/decode-frame.js";
import type { PrefillSchedule } from "../operations/prefill-frame.js";
import type { ProjectSchedule } from "../operations/project.js";

/** A kernel's schedule as plain data: the team in place of how it hands values around. */
type Data<S extends { readonly share: Share }> = Omit<S, "share"> & { readonly team: number };

/**
 * All that is free in the kernels of one operation. Plain data: it goes into caches and reports,
 * and the same schedule gives the same kernels.
 */
export type Schedule = PrefillChoice | DecodeChoice | ProjectChoice;

export interface PrefillChoice extends Data<PrefillSchedule> {
  readonly kind: "prefill";
  /** What lanes hold while values are added up: value channels of all rows, or whole rows. */
  readonly lanes: "columns" | "rows";
}

export interface DecodeChoice extends Data<DecodeSchedule> {
  readonly kind: "decode";
}

/** Of a projection the tiles; how many heads they hold follows (heads.ts). */
export interface ProjectChoice extends Omit<Data<ProjectSchedule>, "heads"> {
  readonly kind: "project";
}

/** The schedule as a kernel takes it. */
export function onMachine<C extends Schedule>(
  choice: C,
  machine: Machine,
): C & { readonly share: Share } {
  return { ...choice, share: share(machine, choice.team) };
}

/** A schedule in a few words. */
export function words(choice: Schedule): string {
  switch (choice.kind) {
    case "prefill": {
      const lanes = choice.lanes === "columns" ? "lanes hold columns" : "lanes hold rows";
      const apart = choice.apart === true ? ", the noise head before it" : "";
      const heads = `${plural(choice.held, "signal head")} at once${apart}`;
      return `${lanes}, ${choice.team * choice.rows} rows, ${choice.keys} keys a tile, ${heads}`;
    }
    case "decode":
      return `chunks of ${choice.chunk} keys, ${choice.team} lanes`;
    case "project":
      return `${plural(choice.rows, "row")} × ${plural(choice.columns, "column")} a lane, ${choice.team} lanes`;
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
