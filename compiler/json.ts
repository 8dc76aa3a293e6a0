import { evaluate, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Source, SourceSpan } from "../grammar/span.js";

/** A JSON text with the place of everything in it. */
export interface Json {
  readonly value: unknown;
  /** The value that a JSON pointer leads to. */
  readonly valueAt: (pointer: string) => SourceSpan;
  /** The name of the member that a JSON pointer leads to. */
  readonly nameAt: (pointer: string) => SourceSpan;
  /** Names that an object has more than once, each time after the first. */
  readonly repeated: readonly { readonly name: string; readonly span: SourceSpan }[];
}

/** Why a text is no JSON, and where. */
export interface NoJson {
  readonly problem: string;
  readonly span: SourceSpan;
}

/** Reads a JSON text as RFC 8259 has it: no comments, no trailing commas. */
export function parseJson({ file, text }: Source): Json | NoJson {
  let body: ValueNode;
  try {
    ({ body } = parse(text, { mode: "json" }));
  } catch (error) {
    return noJson(error, { file, text });
  }
  const names = new Map<string, SourceSpan>();
  const values = new Map<string, SourceSpan>();
  const repeated: { name: string; span: SourceSpan }[] = [];
  const spanOf = ({ loc }: ValueNode): SourceSpan => {
    return { file, start: loc.start.offset, end: loc.end.offset };
  };
  const visit = (node: ValueNode, pointer: string): void => {
    values.set(pointer, spanOf(node));
    if (node.type === "Array") {
      for (const [i, { value }] of node.elements.entries()) visit(value, `${pointer}/${i}`);
    }
    if (node.type !== "Object") return;
    const seen = new Set<string>();
    for (const { name, value } of node.members) {
      const key = name.type === "String" ? name.value : name.name;
      const span = { file, start: name.loc.start.offset, end: name.loc.end.offset };
      if (seen.has(key)) repeated.push({ name: key, span });
      seen.add(key);
      const inner = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      names.set(inner, span);
      visit(value, inner);
    }
  };
  visit(body, "");
  const whole = spanOf(body);
  return {
    value: evaluate(body),
    valueAt: (pointer) => values.get(pointer) ?? whole,
    nameAt: (pointer) => names.get(pointer) ?? values.get(pointer) ?? whole,
    repeated,
  };
}

/** What stands where the parser gave up; its own words are those of its tokens. */
function noJson(error: unknown, { file, text }: Source): NoJson {
  if (!(error instanceof Error)) throw error;
  const offset = "offset" in error && typeof error.offset === "number" ? error.offset : text.length;
  const [found = ""] = /^(?:"(?:[^"\\]|\\.)*"?|[\w.+-]+|\S)/u.exec(text.slice(offset)) ?? [];
  const end = offset + found.length;
  // With nothing behind it, a value or an opening bracket is only where the text breaks off.
  const isLast = text.slice(end).trim() === "" && error.message.startsWith("Unexpected token");
  if (found === "" || (isLast && !/^[\]}:,]$/.test(found))) {
    const last = text.trimEnd().length;
    return { problem: "it ends too soon", span: { file, start: last, end: last } };
  }
  const problem = /^\/[/*]/.test(text.slice(offset))
    ? "it has no comments"
    : `\`${found}\` is unexpected`;
  return { problem, span: { file, start: offset, end } };
}
