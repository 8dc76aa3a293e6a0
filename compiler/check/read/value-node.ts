import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { beginningOf, type SourceSpan } from "../../../grammar/span.js";
import { didYouMean, listNames, suggest } from "../../../grammar/suggest.js";
import type { Argument, Expr, Name } from "../../../grammar/tree.js";
import { foreignWords } from "../../facts/foreign.js";
import { rowOf } from "../../facts/search.js";
import type { FactType, Word, Words } from "../../facts/type.js";
import { within } from "../../names/module.js";
import { types } from "../../types/codes.js";
import { describeType } from "../../types/describe.js";
import { functions } from "../../types/functions.js";
import { composition } from "../codes.js";
import type { Leaf, Node, Owner } from "../compose/node.js";

/** Whose text it is, and where findings go. */
export interface Text {
  readonly owner: Owner;
  readonly report: (finding: Diagnostic) => void;
}

/**
 * What a value stands for as it is written: a word with its arguments, each under its own name, or
 * an expression that is evaluated when everything around it is known.
 */
export function valueNode(
  name: string,
  type: FactType,
  expr: Expr | undefined,
  at: SourceSpan,
  text: Text,
): Node {
  const leaf: Leaf = { node: "leaf", name, type, expr, owner: text.owner, at };
  if (type.type !== "kind" || expr === undefined) return leaf;
  const value = unwrapped(expr);
  const word = wordOf(value);
  const known = word && findWord(type.words, word.text);
  if (word && known) {
    const { owner } = text;
    const wordAt = within(owner.module, word.span);
    const given = value.kind === "call" ? value.arguments : [];
    const args = readArguments(given, word, known, text);
    return { node: "word", name, type, word: word.text, wordAt, args, owner, at };
  }
  // Beside words a number may stand, and so may a name or a function that comes to one.
  if (type.number && (value.kind !== "call" || (word && isFunction(word)))) return leaf;
  if (value.kind === "path" || value.kind === "call") {
    reportUnknownWord(name, type, value, text);
  } else {
    const got = value.kind === "list" ? "a list" : "a number";
    const parameters = { fact: name, wanted: describeType(type), got };
    text.report(diagnose(types.wrongType, within(text.owner.module, value.span), parameters));
  }
  return { ...leaf, expr: undefined };
}

/** The word that a type has by this name. */
export function findWord(words: Words, name: string): Word | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** What stands in parentheses, without them. */
export function unwrapped(expr: Expr): Expr {
  return expr.kind === "parens" && expr.inner ? unwrapped(expr.inner) : expr;
}

/** The name, where an expression is one, with or without arguments. */
export function wordOf(expr: Expr): Name | undefined {
  const path = expr.kind === "call" ? expr.callee : expr;
  return path.kind === "path" && path.names.length === 1 ? path.names[0] : undefined;
}

/** Reports a name that is no word of the fact's list. */
export function reportUnknownWord(name: string, type: FactType, expr: Expr, text: Text): void {
  const path = expr.kind === "call" ? expr.callee : expr;
  if (path.kind !== "path" || !(type.type === "kind" || type.type === "list")) return;
  const word = path.names.map((part) => part.text).join(".");
  const words = Object.keys(type.words);
  const hints = Object.hasOwn(foreignWords, name) ? foreignWords[name] : undefined;
  const foreign = hints && Object.hasOwn(hints, word) ? hints[word] : undefined;
  const near = suggest(word, words);
  const hint =
    foreign !== undefined
      ? `. ${foreign}`
      : near.length > 0
        ? didYouMean(near)
        : `: ${listNames(words, "or")}.`;
  const span = within(text.owner.module, path.span);
  text.report(diagnose(types.unknownWord, span, { word, fact: name, hint }));
}

function isFunction(name: Name): boolean {
  return Object.hasOwn(functions, name.text);
}

function readArguments(
  given: readonly Argument[],
  name: Name,
  word: Word,
  text: Text,
): ReadonlyMap<string, Node> {
  const { owner } = text;
  const args = new Map<string, Node>();
  let whole = true;
  for (const argument of given) {
    const found = argument.name ?? implied(argument, name, word, text);
    const row = found && rowOf(word.takes, found.text);
    whole &&= row !== undefined;
    if (found && !row) reportUnknownArgument(name.text, word, found, text);
    if (!found || !row) continue;
    const at = within(owner.module, argument.span);
    if (args.has(found.text)) reportRepeated(found, text);
    else args.set(found.text, valueNode(found.text, row.type, argument.value, at, text));
  }
  if (whole) return args;
  // Beside an argument that was not understood none is missing: it may be the one that was meant.
  const at = within(owner.module, name.span);
  for (const [each, { type }] of Object.entries(word.takes)) {
    if (args.has(each)) continue;
    args.set(each, { node: "leaf", name: each, type, expr: undefined, owner, at });
  }
  return args;
}

/** An argument without a name is an error, but it stands for the only one that there is. */
function implied(argument: Argument, name: Name, word: Word, text: Text): Name | undefined {
  const { module } = text.owner;
  const span = within(module, argument.value.span);
  const [only, ...others] = Object.keys(word.takes);
  const single = others.length === 0 ? only : undefined;
  const source = single === undefined ? "…" : module.text.slice(span.start, span.end);
  const written = Object.keys(word.takes).map((each) => `${each}: ${source}`);
  const instead = written.length === 0 ? name.text : `${name.text}(${written.join(", ")})`;
  const edits = [{ span: beginningOf(span, 0), text: `${single}: ` }];
  const fixes = single === undefined ? [] : [{ title: `Write \`${instead}\``, edits }];
  text.report(diagnose(composition.unnamedArgument, span, { word: name.text, instead }, { fixes }));
  return single === undefined ? undefined : { kind: "name", text: single, span: argument.span };
}

/** Reports an argument, or a member in braces, that a word does not take. */
export function reportUnknownArgument(word: string, { takes }: Word, name: Name, text: Text): void {
  const names = Object.keys(takes);
  const near = suggest(name.text, names);
  const hint =
    names.length === 0
      ? ": it has no arguments."
      : near.length > 0
        ? didYouMean(near)
        : `, but ${listNames(names, "and")}.`;
  const span = within(text.owner.module, name.span);
  text.report(diagnose(composition.unknownArgument, span, { word, name: name.text, hint }));
}

function reportRepeated(name: Name, text: Text): void {
  const where = "the same parentheses";
  const span = within(text.owner.module, name.span);
  text.report(diagnose(composition.writtenTwice, span, { name: name.text, where }));
}
