import type { InlayHint } from "vscode-languageserver";
import type { Span } from "../../../grammar/span.js";
import type { Amend, Change, Expr, Group, Layers, Name } from "../../../grammar/tree.js";
import { unwrapped } from "../../check/read/value-node.js";
import { Constants } from "../../check/values/constants.js";
import { within } from "../../names/module.js";
import { cacheBytes } from "../../plan/costs.js";
import { significant, thousands } from "../../plan/numbers.js";
import type { ModelPlan } from "../../plan/plan.js";
import { byteSize } from "../../report/numbers.js";
import type { View } from "../document.js";
import { isAmong, layersFrom, listLayers } from "../layers.js";
import { mentionAt } from "../names/mentions.js";
import { subjectsOf } from "../names/subject.js";
import { type Node, touches, visit } from "../nodes.js";
import { planOf, signalAndNoise } from "../plans.js";
import { rangeText, valuesOf } from "../values.js";

/** A text behind a place. */
interface Hint {
  readonly at: number;
  readonly text: string;
}

/**
 * What follows from a text and does not stand in it, behind what it follows from: heads of a ratio
 * or a group, values of expressions and changes, layers of a set, the cache of a token. Where a
 * model has mistakes nothing follows.
 */
export function inlayHints(view: View, range: Span): readonly InlayHint[] {
  return [
    ...constants(view, range),
    ...subjectsOf(view.module).flatMap((subject) => {
      const { body, span } = subject.part;
      if (!body || span.end < range.start || range.end < span.start) return [];
      const plan = planOf(subject, view);
      return plan ? inBody(body, plan, view) : [];
    }),
  ]
    .filter(({ at }) => touches(range, at))
    .map(({ at, text }) => {
      const position = view.rangeOf({ start: at, end: at }).start;
      return { position, label: text, paddingLeft: true };
    });
}

function constants(view: View, range: Span): readonly Hint[] {
  const values = new Constants(() => undefined);
  return view.parsed.tree.declarations.flatMap((declaration) => {
    if (declaration.kind !== "const" || !touches(range, declaration.span.end)) return [];
    if (!isComputed(declaration.value, view)) return [];
    const value = values.value(declaration, view.module);
    return "value" in value
      ? [{ at: declaration.span.end, text: `= ${significant(value.value, 4)}` }]
      : [];
  });
}

function inBody(body: Node, plan: ModelPlan, view: View): readonly Hint[] {
  const hints: Hint[] = [];
  visit(body, (node) => {
    const hint = hintOf(node, plan, view);
    if (hint) hints.push(hint);
    return true;
  });
  return hints;
}

function hintOf(node: Node, plan: ModelPlan, view: View): Hint | undefined {
  const { kind } = node;
  if (kind === "fact") return ofValue(node.key, node.value, node.span, plan, view);
  if (kind === "argument" && node.name) {
    return ofValue(node.name, node.value, node.span, plan, view);
  }
  if (kind === "change") return ofChange(node, plan, view);
  if (kind === "amend") return ofCache(node, plan, view);
  if (kind === "group") return ofGroup(node, plan, view);
  return kind === "layers" ? ofLayers(node, plan, view) : undefined;
}

/** The value of an expression, or its least and its greatest where it varies; a ratio in heads. */
function ofValue(
  key: Name,
  value: Expr | undefined,
  span: Span,
  plan: ModelPlan,
  view: View,
): Hint | undefined {
  const path = pathOf(key, view);
  if (!path || !value) return undefined;
  const at = value.span.end;
  if (path.join(".") === "attention.ratio") {
    const heads = [...new Set(plan.layers.map(signalAndNoise))];
    return heads.length === 1 ? { at, text: `= ${heads.join()}` } : undefined;
  }
  if (!isComputed(value, view)) return undefined;
  const own = valuesOf(plan, path).filter(({ from }) => isAmong(from, within(view.module, span)));
  const text = rangeText(
    own.flatMap(({ numbers }) => numbers),
    4,
  );
  return text === undefined ? undefined : { at, text: `= ${text}` };
}

/** What a token takes in the cache, which is attention's price, behind `attention` of a model. */
function ofCache({ key }: Amend, plan: ModelPlan, view: View): Hint | undefined {
  const mention = mentionAt(view.module, key.span.start);
  if (mention?.key !== "fact attention" || mention.subject?.growth) return undefined;
  return { at: key.span.end, text: `${byteSize(cacheBytes(plan))} a token` };
}

function ofChange({ key, span }: Change, plan: ModelPlan, view: View): Hint | undefined {
  const path = pathOf(key, view);
  const all = path ? valuesOf(plan, path) : [];
  const own = all.filter(({ from, layers }) => !layers || isAmong(from, within(view.module, span)));
  const text = rangeText(
    own.flatMap(({ numbers }) => numbers),
    4,
  );
  return text === undefined ? undefined : { at: span.end, text: `= ${text}` };
}

/** The signal and noise heads that a class has in all, in the layers where this block states them. */
function ofGroup(group: Group, plan: ModelPlan, view: View): Hint | undefined {
  const { body } = group;
  if (!body || body.items.length === 0) return undefined;
  const text = within(view.module, body.span);
  const classes = plan.layers.flatMap((layer) =>
    layer.classes.filter(({ name }) => name === group.name?.text),
  );
  const bySignal = classes.filter(({ signal }) => isAmong(signal.from, text));
  const stated =
    bySignal.length > 0 ? bySignal : classes.filter(({ noise }) => isAmong(noise.from, text));
  const heads = stated.map(({ groups, signal, noise }) =>
    [signal, noise].map(({ value }) => thousands(groups.value * value)).join(" + "),
  );
  const [only, ...others] = new Set(heads);
  if (only === undefined || others.length > 0) return undefined;
  const head = view.source.text.slice(group.span.start, body.span.start).trimEnd();
  return { at: group.span.start + head.length, text: `= ${only}` };
}

/** The layers of a set that has to be worked out. */
function ofLayers({ set, body }: Layers, plan: ModelPlan, view: View): Hint | undefined {
  if (!set || !body || set.kind === "allLayers" || set.kind === "listedLayers") return undefined;
  if (set.kind === "rangeLayers" && !set.open) return undefined;
  const layers = layersFrom(plan, within(view.module, body.span));
  return layers.length === 0 ? undefined : { at: set.span.end, text: `= ${listLayers(layers)}` };
}

function pathOf(key: Name, view: View): readonly string[] | undefined {
  const meaning = mentionAt(view.module, key.span.start)?.meaning;
  return meaning?.is === "fact" || meaning?.is === "argument" ? meaning.path : undefined;
}

/** Whether a value is worked out, and not written as it is: a number, or a word of a fact. */
function isComputed(expr: Expr | undefined, view: View): boolean {
  const value = expr && unwrapped(expr);
  if (value?.kind === "binary") return true;
  if (value?.kind !== "call" && value?.kind !== "path") return false;
  return mentionAt(view.module, value.span.start)?.meaning.is !== "word";
}
