import type { Kernel } from "../kernel.js";
import { ex, wgsl, type Code } from "../text/code.js";
import { attend } from "./attend.js";
import type { CoreOp } from "./core.js";
import { combine, keepNoise, openNoise, storeParts } from "./prefill-ends.js";
import {
  prefillFrame,
  prefillName,
  type PrefillSchedule,
  type PrefillScope,
  type PrefillTensor,
} from "./prefill-frame.js";
import { openHeads, openTile } from "./queries.js";
import { noiseSlot, signalSlots, type Slot } from "./softmax.js";

/**
 * Lanes are rows for the scores and hold value channels of all rows for the products with V. Two
 * loops go over the keys of a tile: one makes the scores from queries that lie in private memory,
 * one adds the values. Drivers of CPUs run a loop well that fits their instruction cache, pay for
 * every load as for forty multiply-adds, and for every variable that a loop carries. For subgroups.
 */
export const prefill: Kernel<CoreOp, PrefillSchedule, PrefillTensor> = {
  ...prefillFrame,
  name: (op, s) => prefillName("prefill", op, s),
  body(op, s, k) {
    const apart = op.hasNoise && s.held === 1 && (op.signals > 1 || s.apart === true);
    const heads = apart ? headByHead : inBatches;
    return wgsl`${openTile(op, k, s, ex`${s.share.team - 1}u`)}\n${heads(op, s, k)}`;
  },
};

/** One head at a time, the noise head first: a body of one head alone, which compiles soonest. */
function headByHead(op: CoreOp, s: PrefillSchedule, k: PrefillScope): Code {
  const { chunk } = s;
  const slot: Slot = { name: "head", query: ex`query_head`, keyHead: ex`key_head` };
  const end = (turn: Code, first: Code): Code =>
    chunk === undefined
      ? wgsl`if (${turn} == 0u) {
${keepNoise(op, s, slot)}
} else {
${combine(op, s, k, [slot], first)}
}`
      : storeParts(op, s, k, chunk, [slot]);
  return wgsl`${chunk === undefined ? openNoise(op, s) : wgsl``}
${k.loop("turn", op.signals + 1, (turn) => {
  const first = ex`max(${turn}, 1u) - 1u`;
  return wgsl`${openHeads(op, 1, first)}
let query_head = select(head_0.x, cell.x, ${turn} == 0u);
let key_head = ${op.ownKeys ? ex`select(0u, 1u, ${turn} == 0u)` : ex`0u`};
${attend(op, s, k, [slot])}
${end(turn, first)}`;
})}`;
}

/** As many signal heads at a time as are held, the noise head with them or before them. */
function inBatches(op: CoreOp, s: PrefillSchedule, k: PrefillScope): Code {
  const { chunk } = s;
  const signals = signalSlots(s.held);
  const noise = op.hasNoise ? [noiseSlot] : [];
  const [before, together] = s.held === op.signals ? [[], noise] : [noise, []];
  const keep = (slot: Slot): Code => wgsl`${openNoise(op, s)}\n${keepNoise(op, s, slot)}`;
  const end = (slots: readonly Slot[], ends: () => Code): Code =>
    chunk === undefined ? ends() : storeParts(op, s, k, chunk, slots);
  const batch = (first: Code): Code => {
    const slots = [...signals, ...together];
    return wgsl`${openHeads(op, s.held, first)}
${attend(op, s, k, slots)}
${end(slots, () => wgsl`${together.map(keep)}\n${combine(op, s, k, signals, first)}`)}`;
  };
  return wgsl`${before.map(
    (slot) => wgsl`${attend(op, s, k, [slot])}\n${end([slot], () => keep(slot))}`,
  )}
${k.loop("batch", op.signals / s.held, (b) => batch(ex`${b} * ${s.held}u`))}`;
}
