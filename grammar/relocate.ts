import type { Span } from "./span.js";

/** Puts another span in the place of each in a tree, or in findings, in place. */
export function relocate(node: object, place: (span: Span) => Span): void {
  const members: readonly [string, unknown][] = Object.entries(node);
  for (const [name, value] of members) {
    if (typeof value !== "object" || value === null) continue;
    if (name === "span" && isSpan(value)) Object.assign(node, { span: place(value) });
    else relocate(value, place);
  }
}

function isSpan(value: object): value is Span {
  return "start" in value && "end" in value;
}
