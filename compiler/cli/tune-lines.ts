import { words } from "../kernels/schedule/schedule.js";
import type { Style } from "../diagnostics/style.js";
import { duration } from "../report/numbers.js";
import type { Outcome, Raced } from "../tune/race.js";

/** How one operation went: the pick, the best, and what was dropped. */
export function racedLines({ trial, outcomes, best }: Raced, style: Style): string {
  const [pick] = outcomes;
  const tried = `${outcomes.length} ${outcomes.length === 1 ? "candidate" : "candidates"}`;
  const dropped = outcomes.filter((each) => each.dropped !== undefined);
  const lines = [
    "",
    `${style.strong(trial.key)}, ${tried}`,
    ...(pick ? [`  pick     ${shown(pick)}`] : []),
    best
      ? `  best     ${best === pick ? "the same" : `${shown(best)}${ratio(pick, best)}`}`
      : style.error("  best     none: every candidate was dropped"),
    ...dropped.map((each) => style.warning(`  dropped  ${words(each.schedule)}: ${each.dropped}`)),
  ];
  return `${lines.join("\n")}\n`;
}

function shown({ schedule, ms, predictedMs }: Outcome): string {
  const measured = ms === undefined ? "" : `${duration(ms)}, `;
  return `${words(schedule)}: ${measured}foretold ${duration(predictedMs)}`;
}

function ratio(pick: Outcome | undefined, best: Outcome): string {
  if (pick?.ms === undefined || best.ms === undefined) return "";
  return `; the pick takes ${(pick.ms / best.ms).toFixed(2)} ×`;
}
