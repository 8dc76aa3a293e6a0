import type { Body, Declaration } from "../../../grammar/tree.js";
import type { Edit } from "../../lint/fix.js";
import type { View } from "../document.js";

/** The edit that adds an item to a model, in a block of it, which is made if it is not there. */
export function addition(
  declaration: Declaration,
  block: string | undefined,
  text: string,
  view: View,
): Edit | undefined {
  if (declaration.kind !== "model" || !declaration.body) return undefined;
  const { body } = declaration;
  if (block === undefined) return added(body, text, view);
  const inner = body.items.find((item) => item.kind === "amend" && item.key.text === block);
  return inner?.kind === "amend"
    ? added(inner.body, text, view)
    : added(body, `${block} { ${text} }`, view);
}

/** At the end of a body: on a line of its own, unless the body stands on one line. */
function added({ items, span }: Body, text: string, { file, lines, source }: View): Edit {
  const last = items.at(-1);
  const [open, close] = [lines.position(span.start), lines.position(span.end - 1)];
  if (open.line === close.line) {
    const end = last ? last.span.end : span.start + 1;
    const behind = source.text.slice(end, span.end - 1);
    const rest = last || behind.trim() === "" ? behind.trimStart() : behind;
    const replaced = { file, start: end, end: end + behind.length - rest.length };
    return { span: replaced, text: `${last ? "," : ""} ${text}${rest === "" ? " " : ""}` };
  }
  const above = lines.line(close.line - 1);
  const at = above.start + above.text.length;
  const indent = last
    ? indentOf(lines.line(lines.position(last.span.start).line).text)
    : `${indentOf(lines.line(open.line).text)}  `;
  return { span: { file, start: at, end: at }, text: `\n${indent}${text}` };
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}
