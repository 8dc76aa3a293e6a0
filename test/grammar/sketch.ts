import { parse } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";

/** The tree of a text in few words, to compare by eye. */
export function sketch(text: string): string[] {
  const { tree } = parse(createSource("test.gda", text));
  return [...tree.imports, ...tree.declarations].map(sketchOf);
}

/** `(kind part …)`; names and texts are bare, what is absent is `-`. */
function sketchOf(value: unknown): string {
  if (value === undefined) return "-";
  if (Array.isArray(value)) return `[${value.map(sketchOf).join(" ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("kind" in value && value.kind === "name" && "text" in value) return String(value.text);
  const parts = Object.entries(value).filter(([key]) => key !== "span" && key !== "kind");
  const kind = "kind" in value ? [String(value.kind)] : [];
  return `(${[...kind, ...parts.map(([, part]) => sketchOf(part))].join(" ")})`;
}
