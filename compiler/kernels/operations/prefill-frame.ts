import type { Size } from "../../../runtime/manifest.js";
import type { Kernel } from "../kernel.js";
import { finishTensors, type FinishTensor } from "../pieces/finish.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import type { CoreOp } from "./core.js";

/**
 * The fused core for many queries: a workgroup takes rows of one sequence and the heads of one
 * cell, so that the noise map and each tile of K and V serve all of the cell's signal heads. Both
 * softmaxes are online; the subtraction, norm, scale and gate follow before anything is written.
 */
export interface PrefillSchedule {
  readonly share: Share;
  /** Rows that a lane holds: what it reads of K and V serves all of them. */
  readonly rows: number;
  /** Keys of a tile, a multiple of 4 that divides `blockKeys` or is a multiple of it. */
  readonly keys: number;
  /**
   * Signal heads held at once. All of them: the noise head joins, and one pass over the keys
   * serves the whole cell. Fewer: the noise map is made first and kept, then the signal heads
   * follow in batches of this size; with subgroups one of several is a loop over all heads, the
   * noise head first. Divides the signal heads of a cell.
   */
  readonly held: number;
  /** One signal head and the noise head, one after the other though both could be held. */
  readonly apart?: true;
  /** Keys whose values are added in one round. */
  readonly unroll: number;
  /** Columns of a lane in one loop over the values. */
  readonly slice: number;
  /**
   * For few queries: a workgroup takes only so many keys and leaves what it found to `merge`, as
   * `decode` does. Absent, it takes all.
   */
  readonly chunk?: number;
}

export type PrefillTensor = "q" | "k" | "v" | "sequences" | "partials" | FinishTensor;
export type PrefillScope = Scope<PrefillTensor>;

/** Rows that a workgroup takes. */
export function tileRows({ share, rows }: PrefillSchedule): number {
  return share.team * rows;
}

/** What all prefill kernels share but their body. */
export const prefillFrame: Omit<Kernel<CoreOp, PrefillSchedule, PrefillTensor>, "name" | "body"> = {
  tensors: (op, { chunk }) => ({
    q: { mode: "read", format: formats.f32 },
    k: { mode: "read", format: op.cache },
    v: { mode: "read", format: op.cache },
    sequences: { mode: "read", format: "u32" },
    ...(chunk === undefined
      ? finishTensors(op)
      : { partials: { mode: "read_write", format: formats.f32 } }),
  }),
  grid: (op, s) => {
    const { chunk } = s;
    const tiles: Size = ["ceilDiv", "most_rows", tileRows(s)];
    const parts: Size = chunk === undefined ? 1 : ["ceilDiv", "most_keys", chunk];
    return [["mul", tiles, parts], op.cells.length, "sequences"];
  },
};

/** What the name of a prefill kernel says of its schedule. */
export function prefillName(kind: string, op: CoreOp, { held, chunk }: PrefillSchedule): string {
  const dims = `${op.headDim}x${op.valueDim}_${op.signals}_${held}`;
  return `${kind}_${dims}_${op.cache.name}${chunk === undefined ? "" : "_few"}`;
}
