import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { Expr } from "../../../grammar/tree.js";
import type { ListType } from "../../facts/type.js";
import { within } from "../../names/module.js";
import { types } from "../../types/codes.js";
import { describeType } from "../../types/describe.js";
import { unknown, type Value } from "../../types/value.js";
import type { Owner } from "../compose/node.js";
import { findWord, reportUnknownWord, unwrapped, wordOf } from "../read/value-node.js";

/** The value of `bias: [q, k]`: words of the fact's own list, each at most once. */
export function wordList(
  expr: Expr,
  fact: string,
  owner: Owner,
  type: ListType,
  report: (finding: Diagnostic) => void,
): Value {
  const wrong = (at: Expr, got: string): Value => {
    const parameters = { fact, wanted: `${describeType(type)}, in brackets`, got };
    report(diagnose(types.wrongType, within(owner.module, at.span), parameters));
    return unknown;
  };
  const list = unwrapped(expr);
  if (list.kind !== "list") return wrong(list, list.kind === "path" ? "a lone word" : "no list");
  const words = new Map<string, Value>();
  let whole = true;
  for (const element of list.elements) {
    const word = wordOf(element);
    if (!word || element.kind !== "path") {
      return hyphenated(element, fact, owner, type, report) ?? wrong(element, "no word");
    } else if (!findWord(type.words, word.text)) {
      reportUnknownWord(fact, type, element, { owner, report });
      whole = false;
    } else if (words.has(word.text)) {
      report(diagnose(types.listedTwice, within(owner.module, word.span), { word: word.text }));
      whole = false;
    } else {
      words.set(word.text, { type: "kind", word: word.text, args: new Map() });
    }
  }
  return whole ? { type: "list", elements: [...words.values()] } : unknown;
}

/** `shader-f16` is a subtraction: WebGPU's names are written in snake case. */
function hyphenated(
  element: Expr,
  fact: string,
  { module }: Owner,
  { words }: ListType,
  report: (finding: Diagnostic) => void,
): Value | undefined {
  const span = within(module, element.span);
  const word = module.text.slice(span.start, span.end);
  const snake = word.replaceAll("-", "_");
  if (word === snake || !findWord(words, snake)) return undefined;
  const hint = `; WebGPU's names are in snake case: \`${snake}\`.`;
  const fixes = [{ title: `Write \`${snake}\``, edits: [{ span, text: snake }] }];
  report(diagnose(types.unknownWord, span, { word, fact, hint }, { fixes }));
  return unknown;
}
