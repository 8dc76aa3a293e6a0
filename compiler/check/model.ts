import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { ModelPlan } from "../plan/plan.js";
import { checkByLayer } from "./compose/by-layer.js";
import { type Base, type LaidOut, layOut } from "./compose/lay-out.js";
import { emptyBlock, type Owner } from "./compose/node.js";
import { Findings, keyOf } from "./findings.js";
import { Block } from "./plan/block.js";
import { planLayer } from "./plan/layer.js";
import { Missing } from "./plan/missing.js";
import { joined, planRoot } from "./plan/model.js";
import { checkBlocks } from "./rules/blocks.js";
import type { Reading } from "./read/statement.js";
import type { Constants } from "./values/constants.js";
import type { World } from "./values/evaluator.js";
import { type Override, type ParamPlan, Params } from "./values/params.js";
import { Pending } from "./values/pending.js";
import type { Sight } from "./values/sight.js";

/** A chain of declarations that have been read, to be put together and planned. */
export interface Subject {
  /** The oldest parent first; the last is the subject itself. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly doc: string | undefined;
  /** What the oldest starts from: nothing, or a stage's plan. */
  readonly base: Base | undefined;
  /** Whether something that was not understood may say what seems to be missing. */
  readonly open: boolean;
  /** Where a message points when no head fact is written at all. */
  readonly attentionAt: SourceSpan;
  /** The whole declaration. */
  readonly span: SourceSpan;
  /** The mistakes of its parents. */
  readonly inherited: readonly Diagnostic[];
}

export interface Outcome {
  /** None for a family, and where anything is wrong. */
  readonly plan: ModelPlan | undefined;
  readonly params: readonly ParamPlan[];
  /** What its parents do not have wrong already. */
  readonly findings: readonly Diagnostic[];
  /** Every mistake, those of its parents too. */
  readonly mistakes: readonly Diagnostic[];
  /** How many layers were looked at. */
  readonly layers: number;
}

const nowhere: Base = { root: emptyBlock("model"), layers: undefined };

/** Puts a model together, checks it and derives its plan; of a family, checks what can be told. */
export function planModel(
  subject: Subject,
  constants: Constants,
  overrides: ReadonlyMap<string, Override>,
): Outcome {
  const { readings, base = nowhere, open, doc } = subject;
  const findings = new Findings();
  const self = readings.at(-1)?.owner ?? readings[0].owner;
  const { report } = findings;
  const params = new Params(readings, constants, overrides, report);
  const owners = readings.map(({ owner }) => owner);
  const world: World = {
    constants,
    params,
    owners,
    pending: new Pending(),
    report,
    layers: undefined,
  };
  for (const finding of readings.flatMap((reading) => reading.findings)) report(finding);
  for (const finding of checkByLayer(readings)) report(finding);
  const laidOut = layOut(base, readings, world);
  evaluateAll(laidOut);
  const plans = params.check(self.name);
  const isFamily = self.kind === "family";
  const plan = isFamily ? undefined : assemble(laidOut, subject, self, doc, report);
  const found = findings.all(open ? "open" : isFamily ? "family" : "whole");
  const inherited = new Set(subject.inherited.map(keyOf));
  const own = found.filter((finding) => !inherited.has(keyOf(finding)));
  const mistakes = [...subject.inherited, ...own];
  return {
    plan: open || mistakes.length > 0 ? undefined : plan,
    params: plans,
    findings: own.map((finding) => ofChild(finding, subject.span, owners)),
    mistakes,
    layers: laidOut.layers.length,
  };
}

/** Works out every value, also those that the plan does not ask for, to find what is wrong. */
function evaluateAll({ root, layers }: LaidOut): void {
  const visit = (sight: Sight): void => {
    const { block, evaluator } = sight;
    if (block.node !== "block") return;
    for (const [name, node] of block.members) {
      if (node.node === "block") visit({ block: node, outer: sight, evaluator });
      else evaluator.value(node, name, sight);
    }
  };
  visit(root);
  for (const { attention, mlp } of layers) {
    if (attention) visit(attention);
    if (mlp) visit(mlp);
  }
}

function assemble(
  { root, layers, meant }: LaidOut,
  { readings, attentionAt }: Subject,
  self: Owner,
  doc: string | undefined,
  report: (finding: Diagnostic) => void,
): ModelPlan | undefined {
  const missing = new Missing(new Set([...meant, ...readings.flatMap((r) => [...r.meant])]));
  const whole = planRoot(new Block(root, missing));
  // Samples with `layers` blocks cannot tell what is missing: another block may state it.
  const told = layers[0]?.layer !== undefined || layers.length === 1;
  const planned = told ? layers.map((sights) => planLayer(sights, missing, attentionAt)) : [];
  const finding = missing.finding(self.name, self.span, layers.length);
  if (finding) report(finding);
  const known = planned.filter((layer) => layer !== undefined);
  if (!whole || known.length === 0 || known.length !== planned.length) return undefined;
  const plan = joined(self, doc, whole, known);
  for (const broken of checkBlocks(plan)) report(broken);
  return plan;
}

/**
 * What is right in a parent and wrong in its child is the child's mistake: the finding points at
 * the child's text, and shows the parent's beside it.
 */
function ofChild(finding: Diagnostic, child: SourceSpan, owners: readonly Owner[]): Diagnostic {
  const isOwn = (span: SourceSpan): boolean =>
    span.file === child.file && child.start <= span.start && span.end <= child.end;
  const { primary, secondary } = finding;
  const self = owners.at(-1);
  const isParents = owners.some(({ module }) => module.file === primary.span.file);
  if (!self || !isParents || isOwn(primary.span)) return finding;
  const own = secondary.find(({ span }) => isOwn(span));
  const others = [primary, ...secondary.filter((label) => label !== own)];
  return { ...finding, primary: own ?? { span: self.span }, secondary: others };
}
