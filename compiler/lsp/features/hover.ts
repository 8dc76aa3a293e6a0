import type { Hover } from "vscode-languageserver";
import type { SourceSpan, Span } from "../../../grammar/span.js";
import type { Group, Layers, NumberLiteral } from "../../../grammar/tree.js";
import { within } from "../../names/module.js";
import { significant, thousands } from "../../plan/numbers.js";
import type { ModelPlan } from "../../plan/plan.js";
import { evaluate } from "../../types/evaluate.js";
import { unknown } from "../../types/value.js";
import type { View } from "../document.js";
import { headsTable } from "../hover/fact.js";
import { nameText } from "../hover/name.js";
import { layersFrom, listLayers } from "../layers.js";
import { mentionAt } from "../names/mentions.js";
import { subjectsOf } from "../names/subject.js";
import { type Node, nodesAt, touches } from "../nodes.js";
import { planOf } from "../plans.js";

interface Found {
  readonly span: Span;
  readonly text: string;
}

/** What is known of the name, the number, the set of layers or the group at an offset. */
export function hover(view: View, offset: number): Hover | undefined {
  const mention = mentionAt(view.module, offset);
  const found = mention
    ? { span: mention.name.span, text: nameText(mention, view) }
    : innermost(nodesAt(view.parsed.tree, offset), offset, view);
  if (!found || found.text === "") return undefined;
  return { contents: { kind: "markdown", value: found.text }, range: view.rangeOf(found.span) };
}

function innermost(nodes: readonly Node[], offset: number, view: View): Found | undefined {
  const found = nodes.map((node) => {
    if (node.kind === "number") return numberFound(node);
    return node.kind === "group" || node.kind === "layers"
      ? headFound(node, offset, view)
      : undefined;
  });
  return found.findLast((each) => each !== undefined);
}

/** A number with a unit, in ones. */
function numberFound({ unit, span, ...number }: NumberLiteral): Found | undefined {
  const report = () => undefined;
  const here = { file: "", exact: false, where: undefined, report, lookup: () => unknown };
  const value = evaluate({ unit, span, ...number }, here);
  if (value.type === "tokens" || value.type === "bytes") {
    return { span, text: `${thousands(value.value)} ${value.type}` };
  }
  if (value.type !== "decibel") return undefined;
  return { span, text: `× ${significant(10 ** (value.value / 10))}` };
}

/** Behind `group` or `layers`, before the block: the heads of the model, or the layers of the set. */
function headFound(node: Group | Layers, offset: number, view: View): Found | undefined {
  const { body, span } = node;
  if (!body || offset >= body.span.start) return undefined;
  const subject = subjectsOf(view.module).find(({ part }) => touches(part.span, offset));
  const plan = subject && planOf(subject, view);
  if (!plan) return undefined;
  const head = view.source.text.slice(span.start, body.span.start).trimEnd();
  const text =
    node.kind === "group" ? headsTable(plan) : layersText(plan, within(view.module, body.span));
  return { span: { start: span.start, end: span.start + head.length }, text };
}

/** "Layers 0, 4, …, 52: 14 of 53." */
function layersText(plan: ModelPlan, body: SourceSpan): string {
  const layers = layersFrom(plan, body);
  if (layers.length === 0) return "";
  return `Layers ${listLayers(layers)}: ${layers.length} of ${plan.layers.length}.`;
}
