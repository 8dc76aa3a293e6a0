import type { Span } from "../../../grammar/span.js";
import type { Declaration, Group, Param, Stage } from "../../../grammar/tree.js";
import { Constants } from "../../check/values/constants.js";
import type { Declared, Module } from "../../names/module.js";
import { parameters } from "../../plan/costs.js";
import { significant } from "../../plan/numbers.js";
import type { ModelPlan } from "../../plan/plan.js";
import { whatStageDoes } from "../../report/growth.js";
import { amount } from "../../report/numbers.js";
import type { View } from "../document.js";
import { block, paragraphs } from "../markdown.js";
import type { Meaning } from "../names/mention.js";
import { growthPlan, planOf, summary } from "../plans.js";

/** A declaration: its head, what is written above it, and what follows from it. */
export function declaredText({ declaration, module }: Declared, view: View): string {
  const home = view.workspace.view(module.file);
  return paragraphs(
    block(headText(declaration, module)),
    declaration.doc,
    home && resultOf(declaration, module, home),
  );
}

function resultOf(declaration: Declaration, module: Module, home: View): string | undefined {
  switch (declaration.kind) {
    case "const": {
      const value = new Constants(() => undefined).value(declaration, module);
      return "value" in value ? `= ${significant(value.value)}` : undefined;
    }
    case "model":
      return modelText(planOf({ part: declaration, module: home.module }, home));
    case "growth":
      return modelText(growthPlan(declaration, home)?.stages.at(-1)?.model);
    case "family":
    case "target":
      return undefined;
  }
}

export function stageText(
  { stage, growth, module }: Meaning & { is: "stage" },
  view: View,
): string {
  const home = view.workspace.view(module.file);
  const stages = home ? growthPlan(growth, home)?.stages : undefined;
  const plan = stages?.find(({ span }) => span.start === stage.name?.span.start);
  return paragraphs(
    block(headText(stage, module)),
    stage.doc,
    plan && whatStageDoes(plan).join("; "),
    modelText(plan?.model),
  );
}

export function paramText(param: Param, module: Module, value: string | undefined): string {
  const text = module.text.slice(param.span.start, param.span.end);
  return paragraphs(block(text), param.doc, value === undefined ? undefined : `= ${value}`);
}

export function groupText(group: Group, module: Module): string {
  return paragraphs(block(headText(group, module)), group.doc);
}

/** "40 heads · 320 KiB a token · 12.70 B parameters". */
function modelText(plan: ModelPlan | undefined): string | undefined {
  return plan && `${summary(plan)} · ${amount(parameters(plan).total)} parameters`;
}

/** A declaration up to its body. */
function headText(part: Declaration | Stage | Group, { text }: Module): string {
  const { start, end } = part.span;
  return text.slice(start, bodyOf(part)?.start ?? end).trimEnd();
}

function bodyOf(part: Declaration | Stage | Group): Span | undefined {
  if (part.kind === "const") return undefined;
  if (part.kind !== "growth") return part.body?.span;
  const { end } = part.name?.span ?? part.span;
  return { start: end, end };
}
