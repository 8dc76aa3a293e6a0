import type { FactType, Row, Word } from "../facts/type.js";
import { describeType } from "../types/describe.js";
import type { MathFunction } from "../types/functions.js";

/** What a fact takes, in plain text: "causal, window, prefix or bidirectional". */
export function typeText(type: FactType): string {
  return describeType(type).replaceAll("`", "");
}

/** What holds where a fact or an argument is left out, as a sentence; nothing where it is absent then. */
export function leftOut({ required, default: value }: Row): string {
  const byDefault = value === undefined ? undefined : `\`${value}\``;
  if (required === "always") return "Required.";
  if (required === undefined) return byDefault === undefined ? "" : `Left out: ${byDefault}.`;
  const otherwise = byDefault === undefined ? "" : `; else ${byDefault}`;
  return `Required with noise heads${otherwise}.`;
}

/** What a fact or an argument means, with what holds without it. */
export function docText(row: Row): string {
  return [row.doc, leftOut(row)].join(" ").trim();
}

/** "window(keys: an int)": a word with what it takes. */
export function wordText(name: string, { takes }: Word): string {
  const args = Object.entries(takes).map(([arg, row]) => argumentText(arg, row));
  return args.length === 0 ? name : `${name}(${args.join(", ")})`;
}

/** "keys: an int". */
export function argumentText(name: string, { type }: Row): string {
  return `${name}: ${typeText(type)}`;
}

/** "min(x, …)": a function with what it takes. */
export function functionText(name: string, { arity }: MathFunction): string {
  return arity === 1 ? `${name}(x)` : `${name}(x, …)`;
}
