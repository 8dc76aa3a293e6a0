import type { SourceSpan } from "../../../grammar/span.js";
import type { Size } from "../../../runtime/manifest.js";
import type { Fact } from "../../plan/plan.js";

/**
 * WGSL as data. Text is made by two tags, `wgsl` for statements and `ex` for expressions. A hole
 * takes a number, a fact of the plan, an item, or more code: never a bare string, so that what is
 * printed is always declared, and a printed fact tags its line with the spans behind it.
 */
export interface Code {
  /** Nested, so that code is not copied into other code; `visit` reads it in order. */
  readonly pieces: readonly (Piece | Code)[];
}

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "item"; readonly item: Item }
  | { readonly kind: "spans"; readonly spans: readonly SourceSpan[] }
  | { readonly kind: "loop"; readonly loop: Loop };

/** How often a loop runs, for who asks what a kernel costs; the text says how it is driven. */
export interface Loop {
  /** What a round is about, in a word or two: `tile`, `value quad`. */
  readonly name: string;
  /** Over the symbols of a call and `seen`, the keys that a tile of queries sees on average. */
  readonly rounds: Size;
}

/** A declaration at module scope; printing its name is what declares it. */
export interface Item {
  readonly kind: "item";
  readonly name: string;
  readonly text: Code;
  readonly enables?: readonly string[];
  /** Bytes of workgroup memory that it takes. */
  readonly workgroupBytes?: number;
}

export type Part = number | Fact<number> | Item | Code | readonly Code[];

const text = (value: string): Piece => ({ kind: "text", text: value });

function codeOf(part: Part): Piece | Code {
  if (typeof part === "number") return text(plain(part));
  if ("pieces" in part) return part;
  if ("from" in part) return because(part, { pieces: [text(plain(part.value))] });
  if ("kind" in part) return { kind: "item", item: part };
  return joined(part, "\n");
}

/** Shows all pieces in the order in which they stand in the text. */
function visit(code: Code, show: (piece: Piece) => void): void {
  for (const piece of code.pieces) {
    if ("pieces" in piece) visit(piece, show);
    else show(piece);
  }
}

/** Only whole numbers print bare; a float goes through `f32`, so that WGSL never guesses a type. */
function plain(value: number): string {
  if (!Number.isSafeInteger(value))
    throw new Error(`${value} in WGSL text must pass through f32()`);
  return String(value);
}

function assemble(strings: readonly string[], parts: readonly Part[]): (Piece | Code)[] {
  const pieces: (Piece | Code)[] = [];
  strings.forEach((part, i) => {
    if (part !== "") pieces.push(text(part));
    const hole = parts[i];
    if (hole !== undefined) pieces.push(codeOf(hole));
  });
  return pieces;
}

/** Statements. */
export function wgsl(strings: TemplateStringsArray, ...parts: readonly Part[]): Code {
  return { pieces: assemble(strings, parts) };
}

/** An expression; one with an operator brings its own parentheses. */
export function ex(strings: TemplateStringsArray, ...parts: readonly Part[]): Code {
  const inner = assemble(strings, parts);
  const operator = strings.some((part) => /[-+*/%<>=&|]/.test(part));
  return { pieces: operator ? [text("("), ...inner, text(")")] : inner };
}

/** The one door for a computed name. */
export function ident(name: string): Code {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new Error(`${name} is no WGSL name`);
  return { pieces: [text(name)] };
}

/** A float literal of type f32, with the spans of a fact. */
export function f32(value: number | Fact<number>): Code {
  const [number, spans] = typeof value === "number" ? [value, []] : [value.value, value.from];
  const digits = String(Math.fround(number) === number ? number : Number(number.toPrecision(9)));
  const literal = /[.e]/.test(digits) ? digits : `${digits}.0`;
  const signed = number < 0 ? `(${literal})` : literal;
  return { pieces: [{ kind: "spans", spans }, text(signed)] };
}

/** Tags the lines of code with the spans of a fact that shaped it without being printed. */
export function because(fact: Fact<unknown> | undefined, code: Code): Code {
  if (fact === undefined) return code;
  return { pieces: [{ kind: "spans", spans: fact.from }, code] };
}

export function joined(codes: readonly Code[], separator: string): Code {
  return { pieces: codes.flatMap((code, i) => (i === 0 ? [code] : [text(separator), code])) };
}

/** Code for 0, 1, … n − 1: how register arrays with constant indices are written. */
export function times(count: number, make: (i: number) => Code): readonly Code[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** From where to where a counter goes, and by how much; the end is not reached. */
export interface Bounds {
  readonly counter: string;
  readonly from: Code;
  readonly to: Code;
  readonly by?: Code;
}

/** The only way to write a loop, so that no kernel has one whose rounds are not known. */
export function loop(what: Loop, { counter, from, to, by }: Bounds, body: Code): Code {
  const i = ident(counter);
  const next = by === undefined ? wgsl`${i}++` : wgsl`${i} += ${by}`;
  const written = wgsl`for (var ${i} = ${from}; ${i} < ${to}; ${next}) {\n${body}\n}`;
  return { pieces: [{ kind: "loop", loop: what }, written] };
}

/** The loops of code in the order in which it prints them, without those of items. */
export function loopsOf(code: Code): readonly Loop[] {
  const loops: Loop[] = [];
  visit(code, (piece) => {
    if (piece.kind === "loop") loops.push(piece.loop);
  });
  return loops;
}

/** Items that code prints, those that they print included, each after what it needs. */
export function itemsOf(code: Code, seen = new Set<Item>()): ReadonlySet<Item> {
  visit(code, (piece) => {
    if (piece.kind !== "item" || seen.has(piece.item)) return;
    itemsOf(piece.item.text, seen);
    seen.add(piece.item);
  });
  return seen;
}

/** A line of finished text with the spans of the facts that were printed on it. */
export interface Line {
  readonly text: string;
  readonly spans: readonly SourceSpan[];
}

/** Finished lines, indented by their braces, without empty lines in a row. */
export function print(code: Code): readonly Line[] {
  let current: { text: string; spans: SourceSpan[] } = { text: "", spans: [] };
  const lines = [current];
  visit(code, (piece) => {
    if (piece.kind === "spans") current.spans.push(...piece.spans);
    else if (piece.kind === "item") current.text += piece.item.name;
    else if (piece.kind === "text" && !piece.text.includes("\n")) current.text += piece.text;
    else if (piece.kind === "text") {
      const [first = "", ...rest] = piece.text.split("\n");
      current.text += first;
      for (const line of rest) {
        current = { text: line, spans: [] };
        lines.push(current);
      }
    }
  });
  return indent(lines);
}

function indent(lines: readonly Line[]): readonly Line[] {
  let depth = 0;
  const printed: Line[] = [];
  for (const line of lines) {
    const body = line.text.trim();
    if (body === "" && (printed.length === 0 || printed.at(-1)?.text === "")) continue;
    const closing = /^[})]+/.exec(body)?.[0].length ?? 0;
    const opened = (body.match(/[{(]/g) ?? []).length;
    const closed = (body.match(/[})]/g) ?? []).length;
    const level = Math.max(0, depth - closing);
    printed.push({ text: body === "" ? "" : "  ".repeat(level) + body, spans: line.spans });
    depth += opened - closed;
  }
  return printed;
}
