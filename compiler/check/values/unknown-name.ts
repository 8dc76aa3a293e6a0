import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { didYouMean, suggest } from "../../../grammar/suggest.js";
import type { Declaration, Path } from "../../../grammar/tree.js";
import { names } from "../../names/codes.js";
import type { Module } from "../../names/module.js";
import { types } from "../../types/codes.js";
import { functions } from "../../types/functions.js";

/** Names of a file that a mistyped one is compared with; no file that anyone writes has more. */
const MOST_COMPARED = 200;

/** A path as it is written. */
export function textOf(path: Path): string {
  return path.names.map((name) => name.text).join(".");
}

/** The finding that nothing in sight has a name. */
export function unknownName(
  name: string,
  span: SourceSpan,
  module: Module,
  others: Iterable<string>,
): Diagnostic {
  const constants = [...module.names]
    .slice(0, MOST_COMPARED)
    .filter(([, named]) => named?.declaration.kind === "const")
    .map(([each]) => each);
  const near = suggest(name, [...others, ...constants]);
  const hint = near.length === 0 ? "." : didYouMean(near);
  const call = Object.hasOwn(functions, name);
  const help = call ? [`\`${name}\` is a function: \`${name}(…)\`.`] : [];
  return diagnose(names.unknownName, span, { name, hint }, { help });
}

/** The finding that a name stands for a declaration that is no number. */
export function notANumber(name: string, span: SourceSpan, declaration: Declaration): Diagnostic {
  return diagnose(types.notANumber, span, { name, what: `a ${declaration.kind}` });
}
