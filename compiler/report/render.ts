import type { LayerEntry } from "../../runtime/manifest.js";
import type { Source } from "../../grammar/span.js";
import type { Style } from "../diagnostics/style.js";
import { cacheBytes, parameters } from "../plan/costs.js";
import type { GrowthPlan, ModelPlan } from "../plan/plan.js";
import { byLayerSection } from "./by-layer.js";
import { type Lengths, cacheSection, flopsSection, parametersSection } from "./costs.js";
import { factsSection } from "./facts.js";
import { growthSection } from "./growth.js";
import { headsSection } from "./heads.js";
import { mappingSection } from "./mapping.js";
import type { KernelUse } from "../kernels/uses.js";
import { kernelsSection } from "./kernels.js";
import { thousands } from "../plan/numbers.js";
import { amount, byteSize } from "./numbers.js";
import { attentionFacts, mlpFacts, modelFacts, textOf } from "../plan/facts.js";
import { type Swept, sweepSection } from "./sweep.js";
import { table, width, wrap } from "./table.js";
import { tensorsSection } from "./tensors.js";

export interface ReportOptions {
  readonly style: Style;
  /** The whole context, where it is left out. */
  readonly lengths?: Lengths | undefined;
  /** The kernels that a build would emit, where there is one. */
  readonly kernels?: readonly KernelUse[] | undefined;
  /** The layers of a package, for where their weights are in a checkpoint. */
  readonly packaged?: readonly LayerEntry[] | undefined;
}

/** What `gda plan` shows of a model. */
export function renderModel(plan: ModelPlan, options: ReportOptions): string {
  const { style, kernels = [], packaged = [] } = options;
  const context = plan.context.value;
  const lengths = options.lengths ?? { prefill: context, cached: context - 1 };
  const facts = modelFacts(plan).map(({ name, shown }) => [name.padEnd(14), textOf(shown)]);
  return render(plan, style, [
    ["Model", table(facts, ["left", "left"])],
    ["Heads", headsSection(plan)],
    ["Attention", byLayerSection(plan, attentionFacts)],
    ["MLP", byLayerSection(plan, mlpFacts)],
    ["Parameters", parametersSection(plan)],
    ["KV cache", cacheSection(plan)],
    ["FLOPs of a token", flopsSection(plan, lengths)],
    ["Weights, out × in", tensorsSection(plan)],
    ["Kernels", kernelsSection(kernels)],
    ["Weights in the checkpoint", mappingSection(packaged, plan.layers.length)],
  ]);
}

/** What `gda plan --facts` shows: every value with where it comes from. */
export function renderFacts(
  plan: ModelPlan,
  sources: ReadonlyMap<string, Source>,
  style: Style,
): string {
  return render(plan, style, [["Facts", factsSection(plan, sources)]]);
}

/** What `gda plan` shows of a growth. */
export function renderGrowth(growth: GrowthPlan, style: Style): string {
  const lines = [style.strong(growth.name), ...docLines(growth.doc), "", ...growthSection(growth)];
  return `${lines.join("\n")}\n`;
}

/** What `gda plan --sweep` shows: one model at every value of a param. */
export function renderSweep(param: string, swept: readonly Swept[], style: Style): string {
  const [first] = swept;
  if (!first) return "";
  const { prefill, cached } = first.lengths;
  const lines = [
    style.strong(first.plan.name),
    ...docLines(first.plan.doc),
    "",
    ...sweepSection(param, swept),
    "",
    `  FLOPs of a token: in a prompt of ${thousands(prefill)}, and after ${thousands(cached)}.`,
  ];
  return `${lines.join("\n")}\n`;
}

type Section = readonly [heading: string, lines: readonly string[]];

function render(plan: ModelPlan, style: Style, sections: readonly Section[]): string {
  const summary = [
    `${amount(parameters(plan).total)} parameters`,
    `${thousands(plan.layers.length)} ${plan.layers.length === 1 ? "layer" : "layers"}`,
    `${byteSize(cacheBytes(plan))} of cache a token`,
  ];
  const lines = [
    `${style.strong(plan.name)}  ${summary.join(", ")}`,
    ...docLines(plan.doc),
    ...sections
      .filter(([, body]) => body.length > 0)
      .flatMap(([heading, body]) => ["", style.strong(heading), ...body]),
  ];
  return `${lines.join("\n")}\n`;
}

function docLines(doc: string | undefined): readonly string[] {
  return doc === undefined ? [] : wrap(doc.trim().split(/\s+/), width);
}
