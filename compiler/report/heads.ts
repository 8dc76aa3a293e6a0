import { totals } from "../plan/heads.js";
import type { GroupClass, LayerPlan, ModelPlan } from "../plan/plan.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { thousands } from "../plan/numbers.js";
import { type Align, table } from "./table.js";

export const headsHeader: readonly string[] = [
  "",
  "groups",
  "signal heads",
  "noise heads",
  "all heads",
  "KV pairs",
  "ratio",
  "in memory",
];
const aligns: readonly Align[] = [
  "left",
  "right",
  "right",
  "right",
  "right",
  "right",
  "right",
  "left",
];

/** Heads by group and role, layers that are alike together. */
export function headsSection(plan: ModelPlan): readonly string[] {
  return table([headsHeader, ...headsRows(plan)], aligns);
}

/** The rows below `headsHeader`; of a layer with several classes, its set first and a row each. */
export function headsRows(plan: ModelPlan): readonly (readonly string[])[] {
  const alike = grouped(plan.layers, headsKey);
  return alike.flatMap((layers) => {
    const [first] = layers;
    if (!first) return [];
    const name = layerSet(
      layers.map(({ index }) => index),
      plan.layers.length,
    );
    const [only, ...others] = first.classes;
    return only && others.length === 0
      ? [classRow(name, only, first)]
      : [[name], ...first.classes.map((c) => classRow(`  ${c.name ?? ""}`, c, first)), sum(first)];
  });
}

function headsKey({ classes, kvPairs }: LayerPlan): string {
  const counts = classes.map((c) => [
    c.name,
    c.groups.value,
    c.signal.value,
    c.noise.value,
    c.kv?.value,
  ]);
  return JSON.stringify([counts, kvPairs.value]);
}

/** "8 × 4 = 32": groups times heads of one. */
function classRow(name: string, c: GroupClass, layer: LayerPlan): readonly string[] {
  const groups = c.groups.value;
  const product = (each: number): string =>
    each === 0 ? "0" : `${groups} × ${each} = ${thousands(groups * each)}`;
  const alone = layer.classes.length === 1;
  const pairs = c.kv ? groups * c.kv.value : alone ? layer.kvPairs.value : undefined;
  return [
    name,
    thousands(groups),
    product(c.signal.value),
    product(c.noise.value),
    thousands(groups * (c.signal.value + c.noise.value)),
    pairs === undefined ? "" : thousands(pairs),
    ratio(c.signal.value, c.noise.value),
    `${groups} × ${groupInMemory(c.signal.value, c.noise.value)}`,
  ];
}

/** "SSSSN": the signal heads of a group, then its noise heads. */
function groupInMemory(signal: number, noise: number): string {
  const letters = "S".repeat(signal) + "N".repeat(noise);
  if (letters.length <= 12) return letters;
  return noise === 0 ? `${signal} S` : `(${signal} S, ${noise} N)`;
}

function sum(layer: LayerPlan): readonly string[] {
  const all = totals(layer);
  const counts = [all.groups, all.signal, all.noise, all.query, layer.kvPairs.value];
  return ["  together", ...counts.map(thousands), ratio(all.signal, all.noise)];
}

/** "4:1"; of several classes together the quotient need not be whole. */
function ratio(signal: number, noise: number): string {
  return noise === 0 ? "" : `${Number((signal / noise).toFixed(2))}:1`;
}
