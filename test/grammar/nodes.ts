import type { Span } from "../../grammar/span.js";

/** A tree without places and comments, to compare what it says. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).filter(([key]) => key !== "span" && key !== "comments");
  return Object.fromEntries(parts.map(([key, part]) => [key, bare(part)]));
}

interface Node {
  readonly kind: string;
  readonly span: Span;
}

/** All nodes of a tree, outer ones first. */
export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return isNode(value) ? [value, ...inner] : inner;
}

function isNode(value: object): value is Node {
  return "kind" in value && "span" in value;
}
