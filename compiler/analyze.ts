import { diagnose, type Diagnostic } from "../grammar/diagnostic.js";
import type { Source } from "../grammar/span.js";
import { didYouMean, suggest } from "../grammar/suggest.js";
import { mayBeConsequence } from "./check/findings.js";
import { Session } from "./check/session.js";
import { type Overrides, readOverrides } from "./check/values/overrides.js";
import type { ParamPlan } from "./check/values/params.js";
import { inOrder } from "./diagnostics/order.js";
import { names } from "./names/codes.js";
import { type Host, load, type Loaded, type Memory } from "./names/load.js";
import type { Module } from "./names/module.js";
import { Recall } from "./names/recall.js";
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
  /** Every file that was read, with the names in it; the entry is among them. */
  readonly modules: ReadonlyMap<string, Module>;
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
  const analyst = new Analyst(options);
  return analyst.check(analyst.load(entry, host));
}

/**
 * Analyses one file again and again, as an editor needs it: what rests on nothing that has changed
 * is taken over. The host gives the same tree for the same text, with spans that move.
 */
export class Analyst {
  private readonly memory: Memory = { modules: new Map(), recall: new Recall() };
  private readonly overrides: Overrides;
  private readonly session: Session;
  private readonly allowOutside: boolean;

  constructor({ params = {}, allowOutside = false }: AnalyzeOptions = {}) {
    this.overrides = readOverrides(params);
    this.session = new Session(this.overrides.values, this.memory.recall);
    this.allowOutside = allowOutside;
  }

  load(entry: string, host: Host): Loaded {
    return load(entry, host, this.allowOutside, this.memory);
  }

  /** Checks what was loaded last. */
  check(loaded: Loaded): Analysis {
    const { overrides, session } = this;
    const { entry, modules } = loaded;
    const found = session.restart();
    const checked = check(entry, session);
    const findings = [...loaded.findings, ...overrides.findings, ...found];
    for (const [name, { span }] of overrides.values) {
      const known = checked.params.some((param) => param.name === name);
      if (known || loaded.broken.has(entry.file)) continue;
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
    return { entry: entry.file, modules, sources, diagnostics: inOrder(told), ...checked };
  }
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
