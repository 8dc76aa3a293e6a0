import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Body, Expr, Growth, Path } from "../../grammar/tree.js";
import type { FactType } from "../facts/type.js";
import { planGrowth } from "../growth/plan.js";
import { chainOf, type Link, parentOf, type StageLink } from "../names/chain.js";
import { type Module, within } from "../names/module.js";
import type { Answers, Recall } from "../names/recall.js";
import type { Fact, GrowthPlan, ModelPlan } from "../plan/plan.js";
import type { Value } from "../types/value.js";
import { amend } from "./amend.js";
import type { Checker, Written } from "./checker.js";
import { facts } from "./codes.js";
import { depthReading } from "./compose/depth.js";
import type { Base } from "./compose/lay-out.js";
import { emptyBlock, type Leaf, type Owner } from "./compose/node.js";
import { restate } from "./compose/restate.js";
import { type Outcome, planModel, type Subject } from "./model.js";
import { read } from "./read/read.js";
import type { Reading } from "./read/statement.js";
import { Constants } from "./values/constants.js";
import { Evaluator } from "./values/evaluator.js";
import type { Override } from "./values/params.js";
import { Pending } from "./values/pending.js";
import { readWritten } from "./written.js";

/** How many layers the models of a file may have together, so that any file is answered. */
const MOST_PLANNED = 2 ** 13;

const nothing: Outcome = {
  plan: undefined,
  params: [],
  findings: [],
  mistakes: [],
  layers: 0,
};

/**
 * One analysis after another of the same file: in each, every declaration is read and planned once,
 * when something asks for it, or taken over from the analysis before.
 */
export class Session implements Checker {
  readonly constants: Constants;
  private readonly recall: Recall;
  private readonly overrides: ReadonlyMap<string, Override>;
  private readonly readings: Answers<Reading>;
  private readonly outcomes: Answers<Outcome>;
  private readonly growths: Answers<GrowthPlan | undefined>;
  private readonly pending: Pending;
  /** The growths that were found to need themselves, which is said once of each. */
  private readonly cut = new Set<Growth>();
  private findings: Diagnostic[] = [];
  private full = false;

  constructor(overrides: ReadonlyMap<string, Override>, recall: Recall) {
    this.overrides = overrides;
    this.recall = recall;
    this.readings = recall.answers();
    this.outcomes = recall.answers();
    this.growths = recall.answers();
    this.pending = new Pending(recall);
    this.constants = new Constants(this.report, recall);
  }

  /** Begins an analysis. Gives its findings, which come in while it asks. */
  restart(): readonly Diagnostic[] {
    this.recall.restart();
    this.constants.restart();
    this.cut.clear();
    this.full = false;
    this.findings = [];
    return this.findings;
  }

  readonly report = (finding: Diagnostic): void => {
    this.recall.found(finding);
    this.findings.push(finding);
  };

  /** A family or a model, checked and planned. */
  outcome(link: Link, use?: SourceSpan): Outcome {
    const { declaration } = link;
    const name = declaration.name?.text ?? declaration.kind;
    return this.ask(this.outcomes, declaration, name, use, {
      again: () => this.outcome(link),
      work: () => this.checked(link),
      none: nothing,
    });
  }

  growth(growth: Growth, module: Module, use?: SourceSpan): GrowthPlan | undefined {
    if (this.cut.has(growth) && !this.growths.given.has(growth)) {
      this.recall.passing();
      return undefined;
    }
    const name = growth.name?.text ?? growth.kind;
    const plan = this.ask(this.growths, growth, name, use, {
      again: () => this.growth(growth, module),
      work: () => planGrowth(growth, module, this),
      none: undefined,
    });
    if (!this.growths.given.has(growth)) this.cut.add(growth);
    return plan;
  }

  private ask<V>(
    answers: Answers<V>,
    about: Link["declaration"] | Growth,
    name: string,
    use: SourceSpan | undefined,
    how: { readonly again: () => V; readonly work: () => V; readonly none: V },
  ): V {
    const { again, work, none } = how;
    const full = (_: number, layers: number): boolean => layers > MOST_PLANNED;
    const question = { about, again, work, report: this.report, full };
    const asked = (): { readonly value: V } => ({ value: this.recall.ask(answers, question) });
    if (answers.given.has(about)) return asked().value;
    const answer = this.pending.run(about, name, use, this.report, asked);
    return answer ? answer.value : none;
  }

  private checked(link: Link): Outcome {
    const subject = this.subject(link);
    if (this.recall.layers > MOST_PLANNED) return this.tooMany(subject.readings[0].owner.span);
    const outcome = planModel(subject, this.constants, this.overrides);
    this.recall.spend(outcome.layers);
    for (const finding of outcome.findings) this.report(finding);
    return outcome;
  }

  private tooMany(at: SourceSpan): Outcome {
    this.recall.passing();
    const parameters = { holder: "A file", what: "layers in its models", most: MOST_PLANNED };
    if (!this.full) this.report(diagnose(facts.tooMany, at, parameters));
    this.full = true;
    return nothing;
  }

  planOf(path: Path, module: Module): ModelPlan | undefined {
    const target = parentOf(path, module, this.report);
    return target && this.planned(target, path, module);
  }

  planAtDepth(path: Path, module: Module, layers: number): ModelPlan | undefined {
    const target = parentOf(path, module, () => undefined);
    if (!target || "stage" in target) return undefined;
    const subject = this.subject(target);
    const { owner } = subject.readings[0];
    const last = subject.readings.at(-1)?.owner ?? owner;
    const readings: Subject["readings"] = [...subject.readings, depthReading(layers, last)];
    return planModel({ ...subject, readings }, this.constants, this.overrides).plan;
  }

  evaluate(
    expr: Expr,
    type: FactType,
    module: Module,
    name: string = type.type === "tokens" ? "at" : "count",
  ): Fact<Value> | undefined {
    const at = within(module, expr.span);
    const owner: Owner = { kind: "stage", name, span: at, module };
    const { constants, report } = this;
    const world = { constants, params: undefined, owners: [owner], layers: undefined, report };
    const evaluator = new Evaluator({ ...world, pending: new Pending(this.recall) });
    const leaf: Leaf = { node: "leaf", name, type, expr, owner, at };
    const sight = { block: emptyBlock("stage"), outer: undefined, evaluator };
    const fact = evaluator.value(leaf, name, sight);
    return fact.value.type === "unknown" ? undefined : fact;
  }

  read(body: Body, place: "stage" | "target", module: Module): Written {
    return readWritten(body, place, module, this.constants, this.report);
  }

  amend(source: ModelPlan, written: Written): ModelPlan | undefined {
    this.recall.spend(source.layers.length);
    if (this.recall.layers > MOST_PLANNED) return this.tooMany(source.span).plan;
    return amend(source, written, this.constants, this.report);
  }

  /** The plan of a model or a stage; that one needs itself is reported where it is named. */
  private planned(target: Link | StageLink, path: Path, module: Module): ModelPlan | undefined {
    const use = within(module, path.span);
    if ("stage" in target) {
      const { growth, stage } = target;
      const plan = this.growth(growth, target.module, use);
      return plan?.stages.find((each) => each.name === stage.name?.text)?.model;
    }
    return this.outcome(target, use).plan;
  }

  private subject(link: Link): Subject {
    const { declaration, module } = link;
    const chain = chainOf(link, this.report);
    const [first = link, ...others] = chain.links;
    const readings: Subject["readings"] = [
      this.reading(first),
      ...others.map((each) => this.reading(each)),
    ];
    const self = readings.at(-1)?.owner ?? readings[0].owner;
    const base = chain.base && this.baseOf(chain.base, first);
    const attention = declaration.body?.items.find(
      (item) => item.kind === "amend" && item.key.text === "attention",
    );
    const cutOff = declaration.name === undefined || declaration.body === undefined;
    const lost = chain.base !== undefined && !base;
    const inherited = chain.links.slice(0, -1).flatMap((parent) => this.outcome(parent).mistakes);
    return {
      readings,
      doc: declaration.doc,
      base,
      open:
        lost ||
        cutOff ||
        !chain.whole ||
        chain.links.some((each) => each.module.isBroken(each.declaration.span)),
      attentionAt: attention?.kind === "amend" ? within(module, attention.key.span) : self.span,
      span: within(module, declaration.span),
      inherited,
    };
  }

  /** What a model that extends a stage starts from. */
  private baseOf(base: StageLink, { declaration, module }: Link): Base | undefined {
    const path = declaration.extends;
    const plan = path && this.planned(base, path, module);
    if (!plan) return undefined;
    const name = plan.name;
    return restate(plan, { kind: "stage", name, span: plan.span, module: base.module });
  }

  private reading(link: Link): Reading {
    const { declaration, module } = link;
    const { name, kind, body, span } = declaration;
    const at = within(module, name?.span ?? span);
    return this.recall.ask(this.readings, {
      about: declaration,
      again: () => this.reading(link),
      work: () => read(body, "model", { kind, name: name?.text ?? kind, span: at, module }),
      report: this.report,
      full: () => false,
    });
  }
}
