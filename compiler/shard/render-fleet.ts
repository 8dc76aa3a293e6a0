import type { ModelPlan } from "../plan/plan.js";
import type { Style } from "../diagnostics/style.js";
import { thousands } from "../plan/numbers.js";
import { byteSize } from "../report/numbers.js";
import { table } from "../report/table.js";
import { type Layout, layouts } from "./fleet.js";

/** What `gda plan --devices` adds: ways to lay a model over fleets of so many devices. */
export function renderFleets(model: ModelPlan, fleets: readonly number[], style: Style): string {
  const header = [
    ["tensor", "context", "weights", "cache", "a prompt's", "a decoded", ...copiesOn(fleets)],
    ["", "", "a device", "a device", "token sends", "token sends", ...fleets.map(thousands)],
  ];
  const rows = layouts(model, fleets).map((layout) => [
    String(layout.tensor),
    String(layout.context),
    byteSize(layout.weightBytes),
    byteSize(layout.cacheBytes),
    sent(layout.prefillBytes),
    sent(layout.decodeBytes),
    ...copies(layout),
  ]);
  const tokens = thousands(model.context.value);
  const lines = [
    `${style.strong("Over many devices")}  ${model.name}, sequences of ${tokens} tokens`,
    ...table(
      [...header, ...rows],
      Array.from({ length: 6 + fleets.length }, () => "right"),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function copiesOn(fleets: readonly number[]): readonly string[] {
  return fleets.map((_, i) => (i === 0 ? "copies on" : ""));
}

function copies({ copies: counts }: Layout): readonly string[] {
  return counts.map((count) => (count === undefined ? "" : thousands(count)));
}

function sent(bytes: number): string {
  return bytes === 0 ? "nothing" : byteSize(Math.ceil(bytes));
}
