import { diagnose, type Diagnostic, rule } from "../../../grammar/diagnostic.js";
import { parse } from "../../../grammar/parse.js";
import type { Argument, Body, Call, Declaration, Expr, Fact } from "../../../grammar/tree.js";
import { findWord } from "../../check/read/value-node.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { FactType, Members, Row } from "../../facts/type.js";
import { chainOf, type Link } from "../../names/chain.js";
import { type Module, within } from "../../names/module.js";
import { lintRule, noOptions } from "../rule.js";
import { sameExpr } from "../same-expr.js";
import { hasErrors } from "../subject.js";
import { cutElement, cutItem } from "../tree.js";

const row = rule<{ readonly name: string; readonly value: string }>(
  "GDA9018",
  "default-value",
  ({ name, value }) => `\`${name}\` is \`${value}\` anyway.`,
  "warning",
);

type Report = (finding: Diagnostic) => void;

/**
 * Words, numbers and lists that hold where nothing is written. A whole fact counts only where
 * nothing above states it and no layers are chosen: there it may take something back.
 */
export const defaultValue = lintRule({
  row,
  set: "strict",
  doc: "A value is written that holds anyway.",
  options: noOptions,
  check({ module, analysis }, _options, report) {
    if (hasErrors(analysis)) return;
    for (const declaration of module.tree.declarations) {
      for (const { body, place, base } of bodiesOf(declaration)) {
        const walk: Walk = { module, report, above: base ? chainAbove(declaration, module) : [] };
        inBody(body, factsOf(place), [], base, walk);
      }
    }
  },
});

interface Walk {
  readonly module: Module;
  readonly report: Report;
  /** What the declaration extends. */
  readonly above: readonly Link[];
}

interface Part {
  readonly body: Body | undefined;
  readonly place: "model" | "stage" | "target";
  /** Whether its facts start from nothing but what it extends. */
  readonly base: boolean;
}

function bodiesOf(declaration: Declaration): readonly Part[] {
  switch (declaration.kind) {
    case "const":
      return [];
    case "family":
    case "model":
      return [{ body: declaration.body, place: "model", base: declaration.kind === "model" }];
    case "growth":
      return declaration.members.flatMap((member) =>
        member.kind === "stage" ? [{ body: member.body, place: "stage", base: false }] : [],
      );
    case "target":
      return [{ body: declaration.body, place: "target", base: true }];
  }
}

/** What a model extends, the oldest first; where that is a stage, nothing is known to be left out. */
function chainAbove(declaration: Declaration, module: Module): readonly Link[] {
  if (declaration.kind !== "model") return [];
  return chainOf({ declaration, module }, () => undefined).links.slice(0, -1);
}

function inBody(
  body: Body | undefined,
  members: Members,
  path: readonly string[],
  base: boolean,
  walk: Walk,
): void {
  for (const item of body?.items ?? []) {
    switch (item.kind) {
      case "fact": {
        const fact = rowOf(members, item.key.text);
        if (fact) inFact(item, fact, [...path, item.key.text], base, body, walk);
        break;
      }
      case "amend": {
        const type = rowOf(members, item.key.text)?.type;
        if (type?.type !== "block") break;
        inBody(item.body, factsOf(type.place), [...path, item.key.text], base, walk);
        break;
      }
      case "layers":
      case "lossy":
        inBody(item.body, members, path, false, walk);
        break;
      case "change":
      case "group":
      case "param":
        break;
    }
  }
}

function inFact(
  { key, value, span }: Fact,
  fact: Row,
  path: readonly string[],
  base: boolean,
  body: Body | undefined,
  walk: Walk,
): void {
  const { module, report, above } = walk;
  const redundant =
    base &&
    fact.required === undefined &&
    isPlain(fact) &&
    sameExpr(value, defaultOf(fact)) &&
    !above.some((link) => states(link.declaration.body, path));
  if (!redundant) return inValue(value, fact.type, walk);
  const index = body?.items.findIndex((item) => item.span === span) ?? 0;
  const edits = [{ span: cutItem(module, body?.items ?? [], index), text: "" }];
  const fixes = [{ title: `Remove \`${key.text}\``, edits }];
  const parameters = { name: key.text, value: fact.default ?? "" };
  report(diagnose(row, within(module, span), parameters, { fixes, tags: ["unnecessary"] }));
}

/** The arguments of a word, which replace whatever was there: their defaults always hold. */
function inValue(value: Expr | undefined, type: FactType, walk: Walk): void {
  if (value?.kind !== "call" || type.type !== "kind") return;
  const word = value.callee.names.length === 1 ? value.callee.names[0]?.text : undefined;
  const takes = findWord(type.words, word ?? "")?.takes ?? {};
  for (const [index, argument] of value.arguments.entries()) {
    const fact = argument.name && rowOf(takes, argument.name.text);
    if (!fact) continue;
    if (sameExpr(argument.value, defaultOf(fact))) inArgument(value, argument, index, fact, walk);
    else inValue(argument.value, fact.type, walk);
  }
}

function inArgument(
  call: Call,
  { name, span }: Argument,
  index: number,
  fact: Row,
  { module, report }: Walk,
): void {
  const alone = call.arguments.length === 1;
  const parens = { file: module.file, start: call.callee.span.end, end: call.span.end };
  const cut = alone ? parens : cutElement(module, call.arguments, index);
  const fixes = [{ title: `Remove \`${name?.text}\``, edits: [{ span: cut, text: "" }] }];
  const parameters = { name: name?.text ?? "", value: fact.default ?? "" };
  report(diagnose(row, within(module, span), parameters, { fixes, tags: ["unnecessary"] }));
}

/** Whether a default is a word, a number or a list, so that it depends on nothing. */
function isPlain({ type, default: text }: Row): boolean {
  return (
    text !== undefined &&
    (type.type === "kind" || type.type === "list" || !isNaN(Number(text.replaceAll("_", ""))))
  );
}

/** Whether a body states a fact, whole or by member, for whichever layers. */
function states(body: Body | undefined, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  return (
    body?.items.some((item) => {
      if (item.kind === "layers") return states(item.body, path);
      if (item.kind !== "fact" && item.kind !== "amend") return false;
      if (item.key.text !== name) return false;
      return rest.length === 0 || item.kind === "fact" || states(item.body, rest);
    }) ?? false
  );
}

const parsed = new Map<string, Expr | undefined>();

/** The default of a fact or argument, as an expression. */
function defaultOf({ default: text }: Row): Expr | undefined {
  if (text === undefined) return undefined;
  if (!parsed.has(text)) {
    const { tree } = parse({ file: "", text: `const value = ${text}` });
    const [declaration] = tree.declarations;
    parsed.set(text, declaration?.kind === "const" ? declaration.value : undefined);
  }
  return parsed.get(text);
}
