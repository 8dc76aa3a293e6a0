import type { Style } from "../diagnostics/style.js";
import type { QueryHead } from "../plan/heads.js";
import { grouped, layerSet, runsText } from "../plan/layer-sets.js";
import { thousands } from "../plan/numbers.js";
import type { ModelPlan } from "../plan/plan.js";
import { byteSize } from "../report/numbers.js";
import { table, width, wrap } from "../report/table.js";
import { type Collective, collectives, sentBytes } from "./collectives.js";
import { deviceCosts } from "./costs.js";
import type { Division, Holding } from "./divide.js";
import { type Range, type SplitTensor, splitTensors } from "./tensors.js";

/** More devices than this are shown by their first three and their last. */
const mostDevices = 16;

/** What `gda shard` shows of a model that can be parted. */
export function renderShards(model: ModelPlan, division: Division, style: Style): string {
  const { devices } = division;
  const costs = deviceCosts(model, division);
  const shown = shownDevices(devices);
  const tensors = splitTensors(model, division);
  const ofLayer = (index: number | undefined): readonly SplitTensor[] =>
    tensors.filter(({ tensor }) => tensor.layer === index);
  const alike = grouped(model.layers, ({ index }) => sameKey(division, ofLayer(index), index));
  const lines = [
    `${style.strong(model.name)}  over ${thousands(devices)} devices, ` +
      `${byteSize(costs.weightBytes)} of weights and ` +
      `${byteSize(costs.cacheBytes)} of cache a token on each`,
    ...alike.flatMap((layers) => {
      const [first] = layers;
      const holdings = division.layers[first?.index ?? 0] ?? [];
      const set = layerSet(
        layers.map(({ index }) => index),
        model.layers.length,
      );
      const heading = alike.length === 1 ? "Heads" : `Heads of ${set}`;
      return [
        "",
        style.strong(heading),
        ...headRows(holdings, shown),
        "",
        style.strong(heading.replace("Heads", "Rows and columns")),
        ...tensorRows(ofLayer(first?.index), shown),
      ];
    }),
    ...(model.vocab
      ? ["", style.strong("Around the layers"), ...tensorRows(ofLayer(undefined), shown)]
      : []),
    "",
    style.strong("Exchanged for a token"),
    ...collectiveRows(collectives(model), devices),
  ];
  return `${lines.join("\n")}\n`;
}

/** Layers with equal keys are parted alike. */
function sameKey(division: Division, own: readonly SplitTensor[], layer: number): string {
  const splits = own.map(({ tensor, split }) => [tensor.tensor, split]);
  return JSON.stringify([division.layers[layer], splits]);
}

/** Devices that get a row; -1 stands for those between. */
function shownDevices(devices: number): readonly number[] {
  if (devices <= mostDevices) return Array.from({ length: devices }, (_, device) => device);
  return [0, 1, 2, -1, devices - 1];
}

function headRows(holdings: readonly Holding[], shown: readonly number[]): readonly string[] {
  const rows = shown.map((device) => {
    const held = holdings[device];
    if (!held) return ["…"];
    return [
      String(device),
      runsText(indices(held.heads, "signal")),
      runsText(indices(held.heads, "noise")) || "none",
      runsText(held.pairs) + (isCopied(holdings, held) ? " (copied)" : ""),
    ];
  });
  const header = ["device", "signal heads", "noise heads", "KV pairs"];
  return table([header, ...rows], ["right", "left", "left", "left"]);
}

function indices(heads: readonly QueryHead[], of: QueryHead["role"]): readonly number[] {
  return heads.filter(({ role }) => role === of).map(({ index }) => index);
}

function isCopied(holdings: readonly Holding[], held: Holding): boolean {
  return holdings.some(
    (other) => other !== held && other.pairs.some((p) => held.pairs.includes(p)),
  );
}

const wholeOn = "  whole on every device: ";

/** The ranges of each device, tensors that are parted alike in one column. */
function tensorRows(tensors: readonly SplitTensor[], shown: readonly number[]): readonly string[] {
  const columns = grouped(
    tensors.filter(({ split }) => split.axis !== "none"),
    ({ split }) => JSON.stringify(split),
  );
  const whole = tensors.filter(({ split }) => split.axis === "none");
  const header = [
    "device",
    ...columns.map((same) => {
      const names = same.map(({ tensor }) => tensor.tensor.replace("_", " ")).join(", ");
      return `${names} ${same[0]?.split.axis}`;
    }),
  ];
  const rows = shown.map((device) =>
    device < 0 ? ["…"] : [String(device), ...columns.map((same) => rangesText(same[0], device))],
  );
  const names = wrap(
    whole.map(({ tensor }, i) => `${tensor.tensor}${i === whole.length - 1 ? "" : ","}`),
    width - wholeOn.length,
  );
  return [
    ...(columns.length === 0
      ? []
      : table([header, ...rows], ["right", ...columns.map(() => "left" as const)])),
    ...(whole.length === 0
      ? []
      : names.map((line, i) => `${i === 0 ? wholeOn : " ".repeat(wholeOn.length)}${line}`)),
  ];
}

/** "1,280..<2,560" */
function rangesText(split: SplitTensor | undefined, device: number): string {
  if (!split || split.split.axis === "none") return "";
  const ranges = split.split.ranges[device] ?? [];
  const text = ({ first, count }: Range): string =>
    `${thousands(first)}..<${thousands(first + count)}`;
  const shown = ranges.slice(0, 3).map(text).join(", ");
  return ranges.length > 3 ? `${shown}, … (${ranges.length} ranges)` : shown;
}

function collectiveRows(all: readonly Collective[], devices: number): readonly string[] {
  const rows = all.map(({ where, operation, times, bytes }) => [
    where,
    operation,
    times === 1 ? "" : `${thousands(times)} ×`,
    byteSize(bytes),
  ]);
  const total = ["each device sends", "", "", byteSize(Math.ceil(sentBytes(all, devices)))];
  return table([...rows, total], ["left", "left", "right", "right"]);
}
