import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Body, Expr, Growth, Path } from "../../grammar/tree.js";
import type { FactType } from "../facts/type.js";
import { planGrowth } from "../growth/plan.js";
import { chainOf, type Link, parentOf, type StageLink } from "../names/chain.js";
import { type Module, within } from "../names/module.js";
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
  mistakes: new Set(),
  layers: 0,
};

/** One analysis: every declaration is read and planned once, when something asks for it. */
export class Session implements Checker {
  readonly constants: Constants;
  readonly report: (finding: Diagnostic) => void;
  private readonly overrides: ReadonlyMap<string, Override>;
  private readonly readings = new Map<Link["declaration"], Reading>();
  private readonly outcomes = new Map<Link["declaration"], Outcome>();
  private readonly growths = new Map<Growth, GrowthPlan | undefined>();
  private readonly pending = new Pending();
  private layers = 0;
  private full = false;

  constructor(overrides: ReadonlyMap<string, Override>, report: (finding: Diagnostic) => void) {
    this.overrides = overrides;
    this.report = report;
    this.constants = new Constants(report);
  }

  /** A family or a model, checked and planned. */
  outcome(link: Link, use?: SourceSpan): Outcome {
    const { declaration } = link;
    const known = this.outcomes.get(declaration);
    if (known) return known;
    const name = declaration.name?.text ?? declaration.kind;
    const work = (): Outcome => this.checked(link);
    return this.pending.run(declaration, name, use, this.report, work) ?? nothing;
  }

  growth(growth: Growth, module: Module, use?: SourceSpan): GrowthPlan | undefined {
    if (this.growths.has(growth)) return this.growths.get(growth);
    const name = growth.name?.text ?? growth.kind;
    const work = (): GrowthPlan | undefined => planGrowth(growth, module, this);
    const plan = this.pending.run(growth, name, use, this.report, work);
    this.growths.set(growth, plan);
    return plan;
  }

  private checked(link: Link): Outcome {
    const subject = this.subject(link);
    if (this.layers > MOST_PLANNED) return this.tooMany(subject.readings[0].owner.span);
    const outcome = planModel(subject, this.constants, this.overrides);
    this.layers += outcome.layers;
    for (const finding of outcome.findings) this.report(finding);
    this.outcomes.set(link.declaration, outcome);
    return outcome;
  }

  private tooMany(at: SourceSpan): Outcome {
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
    const evaluator = new Evaluator({ ...world, pending: new Pending() });
    const leaf: Leaf = { node: "leaf", name, type, expr, owner, at };
    const sight = { block: emptyBlock("stage"), outer: undefined, evaluator };
    const fact = evaluator.value(leaf, name, sight);
    return fact.value.type === "unknown" ? undefined : fact;
  }

  read(body: Body, place: "stage" | "target", module: Module): Written {
    return readWritten(body, place, module, this.constants, this.report);
  }

  amend(source: ModelPlan, written: Written): ModelPlan | undefined {
    this.layers += source.layers.length;
    if (this.layers > MOST_PLANNED) return this.tooMany(source.span).plan;
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
    const inherited = new Set(
      chain.links.slice(0, -1).flatMap((parent) => [...this.outcome(parent).mistakes]),
    );
    return {
      readings,
      doc: declaration.doc,
      base,
      open: lost || cutOff || !chain.whole || chain.links.some((each) => each.module.broken),
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

  private reading({ declaration, module }: Link): Reading {
    const known = this.readings.get(declaration);
    if (known) return known;
    const { name, kind, body, span } = declaration;
    const at = within(module, name?.span ?? span);
    const reading = read(body, "model", { kind, name: name?.text ?? kind, span: at, module });
    this.readings.set(declaration, reading);
    return reading;
  }
}
