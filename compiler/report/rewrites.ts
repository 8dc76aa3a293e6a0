import type { Style } from "../diagnostics/style.js";
import { layerStep, type LayerStep } from "../grow/layer-step.js";
import type { Rewrite } from "../grow/rewrite.js";
import { rewritesOf } from "../grow/rewrites.js";
import { cacheBytes, parameters } from "../plan/costs.js";
import { decodeFlops, prefillFlops } from "../plan/flops.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { significant, thousands, tokenCount } from "../plan/numbers.js";
import type { ModelPlan, StagePlan } from "../plan/plan.js";
import { floatBytes } from "../plan/scaled-weights.js";
import { sizeOf } from "../plan/tensors.js";
import { whatStageDoes } from "./growth.js";
import { headsIn } from "./heads-in.js";
import { amount, byteSize, flops } from "./numbers.js";
import { cellsOf } from "./rewrite-cells.js";
import { table, width, wrap } from "./table.js";

/**
 * What `gda grow --plan` shows: what a stage makes of its source, and how every tensor of the grown
 * checkpoint comes about. Layers alike stand together. Throws GDA8205, as `rewritesOf`.
 */
export function renderRewrites(stage: StagePlan, style: Style): string {
  const rewrites = rewritesOf(stage);
  const steps = stage.model.layers.map((layer) => layerStep(stage, layer));
  const does = `${whatStageDoes(stage).join("; ")}.`;
  const sections = [
    ["Before and after", costsSection(stage)],
    ["Layers", layersSection(stage, steps)],
    ["Tensors, [out, in]", [...tensorsSection(stage, rewrites, steps), ...noiseNote(stage)]],
  ] as const;
  const lines = [
    `${style.strong(stage.model.name)}  from ${stage.source.name}, at ${tokenCount(stage.at.value)}`,
    ...wrap(does.split(" "), width),
    ...sections
      .filter(([, body]) => body.length > 0)
      .flatMap(([heading, body]) => ["", style.strong(heading), ...body]),
  ];
  return `${lines.join("\n")}\n`;
}

function costsSection({ source, model }: StagePlan): readonly string[] {
  const context = Math.min(source.context.value, model.context.value);
  const both = (name: string, of: (plan: ModelPlan) => string): readonly string[] => [
    name,
    of(source),
    of(model),
  ];
  const [before, after] = [headsIn(source), headsIn(model)];
  const heads = Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
    i === 0 ? "heads of a layer" : "",
    before[i] ?? "",
    after[i] ?? "",
  ]);
  return table(
    [
      ...heads,
      both("parameters", (plan) => amount(parameters(plan).total)),
      both("weights", (plan) => byteSize(parameters(plan).total * bytesOf(plan))),
      both("cache a token", (plan) => byteSize(cacheBytes(plan))),
      both(`FLOPs of a token, prefill of ${thousands(context)}`, (plan) =>
        flops(prefillFlops(plan, context).total),
      ),
      both(`FLOPs of a token, decode after ${thousands(context - 1)}`, (plan) =>
        flops(decodeFlops(plan, context - 1).total),
      ),
    ],
    ["left", "right", "right"],
  );
}

/** Of one weight in a checkpoint. */
function bytesOf({ dtype }: ModelPlan): number {
  return floatBytes(dtype.value);
}

/** Where layers come from and what `fold` moves, if anything is inserted or moves. */
function layersSection(stage: StagePlan, steps: readonly LayerStep[]): readonly string[] {
  if (!stage.layerSources.some(({ inserted }) => inserted)) return [];
  const cells = steps.map(({ source, grown, inserted, lambdaShift, normFactor }) =>
    [
      `${grown.index}: ${inserted ? "new, repeats " : ""}${source.index}`,
      ...(lambdaShift === 0
        ? []
        : [`λ ${lambdaShift > 0 ? "+" : "−"}${Math.abs(lambdaShift).toFixed(4)}`]),
      ...(normFactor === 1 ? [] : [`norm × ${significant(normFactor, 5)}`]),
    ].join("  "),
  );
  const cellWidth = Math.max(...cells.map((cell) => cell.length));
  return wrap(
    cells.map((cell) => cell.padEnd(cellWidth)),
    width - 2,
    "   ",
  ).map((line) => `  ${line}`);
}

/** A row a tensor, under its name in the plan; its name in the checkpoint is in the JSON. */
function tensorsSection(
  stage: StagePlan,
  rewrites: readonly Rewrite[],
  steps: readonly LayerStep[],
): readonly string[] {
  const rowsOf = (step: LayerStep | undefined): readonly (readonly string[])[] =>
    rewrites
      .filter(({ target }) => target.layer === step?.grown.index)
      .flatMap((rewrite) => tensorRows(rewrite, step, stage));
  const layers = steps.map((step) => ({ step, rows: rowsOf(step) }));
  const alike = grouped(layers, ({ step, rows }) => JSON.stringify([step.inserted, rows]));
  const inLayers = alike.flatMap((same) => {
    const indices = same.map(({ step }) => step.grown.index);
    const set = layerSet(indices, layers.length);
    const rows = same[0]?.rows ?? [];
    return [
      [same[0]?.step.inserted ? `${set}, inserted` : set],
      ...rows.map(([name = "", ...cells]) => [`  ${name}`, ...cells]),
    ];
  });
  const header = ["", "source", "copies", "÷", "±", "", "becomes", "bytes"];
  const aligns = ["left", "left", "left", "left", "left", "left", "left", "right"] as const;
  const rows = [...inLayers, ...rowsOf(undefined)];
  const used = header.map((_, column) => rows.some((row) => (row[column] ?? "") !== ""));
  return table(
    [header, ...rows].map((row) => row.filter((_, column) => used[column])),
    aligns.filter((_, column) => used[column]),
  );
}

function noiseNote({ copies }: StagePlan): readonly string[] {
  if (copies?.value.kind !== "hyperclone") return [];
  const { snr, seed } = copies.value;
  return [
    "",
    `  ±  noise ${significant(snr)} dB below the weights, seed ${seed}, which cancels between copies.`,
  ];
}

/** The widest that a source or its copies are; longer ones take a second row. */
const room = 22;

function tensorRows(
  rewrite: Rewrite,
  step: LayerStep | undefined,
  stage: StagePlan,
): readonly (readonly string[])[] {
  const { target } = rewrite;
  const cells = cellsOf(rewrite, step, stage);
  const other = rewrite.kind === "copy" && rewrite.source.tensor !== target.tensor;
  const source = [...(other ? [rewrite.source.tensor] : []), ...inRows(cells.view)];
  const copies = inRows(cells.copies);
  const first = [
    target.tensor,
    source[0] ?? "",
    copies[0] ?? "",
    cells.divisors.join(", "),
    cells.noise === "" ? "" : "±",
    cells.also,
    `[${target.shape.join(", ")}]`,
    byteSize(sizeOf(target) * bytesOf(stage.model)),
  ];
  const more = Array.from({ length: Math.max(source.length, copies.length) - 1 }, (_, i) => [
    "",
    source[i + 1] ?? "",
    copies[i + 1] ?? "",
  ]);
  return [first, ...more];
}

function inRows(text: string): readonly string[] {
  return wrap(text.split(/(?<=[,+]) /), room);
}
