import { diagnose, type Diagnostic } from "../grammar/diagnostic.js";
import type { Source } from "../grammar/span.js";
import { didYouMean, suggest } from "../grammar/suggest.js";
import { mayBeConsequence } from "./check/findings.js";
import { Session } from "./check/session.js";
import { readOverrides } from "./check/values/overrides.js";
import type { ParamPlan } from "./check/values/params.js";
import { inOrder } from "./diagnostics/order.js";
import { names } from "./names/codes.js";
import { type Host, load, type Loaded } from "./names/load.js";
import type { Module } from "./names/module.js";
import type { GrowthPlan, ModelPlan, TargetPlan } from "./plan/plan.js";
import { planTarget } from "./target/plan.js";

export type { Host } from "./names/load.js";
export type { ParamPlan } from "./check/values/params.js";

export interface AnalyzeOptions {
  /** Values for params of the models, as they would be written. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Whether imports may leave the project root. */
  readonly allowOutside?: boolean | undefined;
}

/** What a file says and what is wrong with it; plans are those of its own declarations. */
export interface Analysis {
  readonly entry: string;
  /** Every text that was read, by the file name that spans carry. */
  readonly sources: ReadonlyMap<string, Source>;
  /** By file and offset. */
  readonly diagnostics: readonly Diagnostic[];
  /** The models without a mistake. */
  readonly models: readonly ModelPlan[];
  readonly growths: readonly GrowthPlan[];
  /** Those declared and those imported, by the names that they have here. */
  readonly targets: readonly TargetPlan[];
  /** The params of the models, with what each may be. */
  readonly params: readonly ParamPlan[];
}

/** Reads a file with all that it imports, checks what it declares and derives its plans. */
export function analyze(entry: string, host: Host, options: AnalyzeOptions = {}): Analysis {
  const loaded = load(entry, host, options.allowOutside ?? false);
  const overrides = readOverrides(options.params ?? {});
  const findings: Diagnostic[] = [...loaded.findings, ...overrides.findings];
  const session = new Session(overrides.values, (finding) => findings.push(finding));
  const checked = check(loaded.entry, session);
  for (const [name, { span }] of overrides.values) {
    if (checked.params.some((param) => param.name === name) || loaded.entry.broken) continue;
    const near = suggest(
      name,
      checked.params.map((param) => param.name),
    );
    const hint = near.length === 0 ? "." : didYouMean(near);
    findings.push(diagnose(names.noParam, span, { name, hint }));
  }
  const sources = new Map(loaded.sources);
  for (const source of overrides.sources) sources.set(source.file, source);
  const told = findings.filter((finding) => !isConsequence(finding, loaded));
  return { entry, sources, diagnostics: inOrder(told), ...checked };
}

/** Whether a finding may say no more than the parser has said of the same text. */
function isConsequence(finding: Diagnostic, { broken }: Loaded): boolean {
  const { file, start, end } = finding.primary.span;
  const suspects = broken.get(file);
  if (!suspects || finding.code.startsWith("GDA1")) return false;
  return mayBeConsequence(finding) || suspects.some((it) => it.start <= start && end <= it.end);
}

type Checked = Pick<Analysis, "models" | "growths" | "targets" | "params">;

function check(module: Module, session: Session): Checked {
  const models: ModelPlan[] = [];
  const growths: GrowthPlan[] = [];
  const targets: TargetPlan[] = [];
  const params: ParamPlan[] = [];
  for (const declaration of module.tree.declarations) {
    switch (declaration.kind) {
      case "const":
        session.constants.value(declaration, module);
        break;
      case "family":
      case "model": {
        const outcome = session.outcome({ declaration, module });
        if (outcome.plan) models.push(outcome.plan);
        if (declaration.kind === "model") params.push(...outcome.params);
        break;
      }
      case "growth": {
        const growth = session.growth(declaration, module);
        if (growth) growths.push(growth);
        break;
      }
      case "target": {
        const target = planTarget(declaration, module, session);
        if (target) targets.push(target);
        break;
      }
    }
  }
  targets.push(...importedTargets(module, session));
  return { models, growths, targets, params };
}

/** Targets are named by the command line, not by models: an import is what brings one in reach. */
function importedTargets(module: Module, session: Session): readonly TargetPlan[] {
  return [...module.names].flatMap(([name, named]) => {
    if (named?.declaration.kind !== "target" || named.module === module) return [];
    const target = planTarget(named.declaration, named.module, session);
    return target ? [{ ...target, name }] : [];
  });
}
