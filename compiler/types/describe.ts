import type { FactType } from "../facts/type.js";
import type { Value } from "./value.js";

const articles = {
  int: "an int",
  float: "a float",
  ratio: "a ratio",
  tokens: "tokens",
  bytes: "bytes",
  decibel: "decibels",
  dims: "dims",
  list: "a list",
  kind: "a word",
  unknown: "unknown",
} as const;

/** The type of a value as messages name it: "an int". */
export function describeValue(value: Value): string {
  if (value.type === "kind") return `the word \`${value.word}\``;
  return articles[value.type];
}

/** What a fact takes, as messages name it: "an int", "`causal`, `window` or `prefix`". */
export function describeType(type: FactType): string {
  if (type.type === "kind") {
    const words = Object.keys(type.words).map((word) => `\`${word}\``);
    return either(type.number === undefined ? words : [articles[type.number.type], ...words]);
  }
  if (type.type === "list") {
    return `a list of ${either(Object.keys(type.words).map((word) => `\`${word}\``))}`;
  }
  if (type.type === "block") return "a block in braces";
  return type.type === "dims" ? "an int or dims, as `128 plain + 64 rotary`" : articles[type.type];
}

/** "a, b or c". */
export function either(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join("");
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;
}
