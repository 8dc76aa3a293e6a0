import { cacheBytes, parameters } from "../plan/costs.js";
import type { GrowthPlan, ModelPlan, StagePlan } from "../plan/plan.js";
import { thousands } from "../plan/numbers.js";
import { headsIn } from "./heads-in.js";
import { amount, byteSize } from "./numbers.js";
import { type Align, table, width, wrap } from "./table.js";

const aligns: readonly Align[] = ["left", "right", "right", "right", "left", "right", "right"];

/** The models of a growth beside each other, and then what each stage does. */
export function growthSection({ stages }: GrowthPlan): readonly string[] {
  const [first] = stages;
  if (!first) return [];
  const header = ["stage", "tokens", "hidden", "layers", "heads", "parameters", "cache a token"];
  const rows = [
    ...modelRows(first.source.name, "", first.source),
    ...stages.flatMap((stage) => modelRows(stage.name, amount(stage.at.value), stage.model)),
  ];
  return [...table([header, ...rows], aligns), "", ...stages.flatMap(stageLines)];
}

/** The model in a row; where layers differ in their heads, the others' heads in rows below. */
function modelRows(name: string, at: string, model: ModelPlan): readonly (readonly string[])[] {
  const [heads = "", ...others] = headsIn(model);
  const row = [
    name,
    at,
    thousands(model.hidden.value),
    thousands(model.layers.length),
    heads,
    amount(parameters(model).total),
    byteSize(cacheBytes(model)),
  ];
  return [row, ...others.map((other) => ["", "", "", "", other])];
}

function stageLines(stage: StagePlan): readonly string[] {
  const [first = "", ...others] = wrap(
    whatStageDoes(stage)
      .map((what) => `${what};`)
      .join(" ")
      .replace(/;$/, ".")
      .split(" "),
    width - 14,
  );
  return [
    `  ${stage.name.padEnd(10)}  ${first}`,
    ...others.map((line) => `${" ".repeat(14)}${line}`),
  ];
}

/** Each change of a stage in few words: "hidden × 2". */
export function whatStageDoes(stage: StagePlan): readonly string[] {
  const times = (what: string, { value }: { readonly value: number }): readonly string[] =>
    value === 1 ? [] : [`${what} × ${value}`];
  const inserted = stage.layerSources.filter((layer) => layer.inserted).length;
  return [
    ...times("hidden", stage.hiddenCopies),
    ...times("mlp width", stage.mlpCopies),
    ...stage.classCopies.flatMap(({ signal, noise, groups }, i) => {
      const name = stage.source.layers[0]?.classes[i]?.name;
      const of = name === undefined ? "" : ` of ${name}`;
      return [
        times(`signal heads${of}`, signal),
        times(`noise heads${of}`, noise),
        times(`groups${of}`, groups),
      ].flat();
    }),
    ...(stage.copies ? [`copies: ${stage.copies.value.kind}`] : []),
    ...(inserted > 0 ? [`${inserted} layers inserted`] : []),
    ...(stage.reindex ? [`reindex: ${stage.reindex.value}`] : []),
    ...stage.lossy.map(({ reason, facts }) => `lossy “${reason}”: ${facts.join(", ")}`),
  ];
}
