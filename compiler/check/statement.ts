import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Change, LayerSet, Param } from "../../grammar/tree.js";
import type { Lossiness } from "./checker.js";
import type { Node, Owner } from "./node.js";

/** One thing that a body says, under the path of names that leads to it. */
export interface Statement {
  readonly path: readonly string[];
  readonly says: Saying;
  /** The `layers` block around it. */
  readonly layers: LayersBlock | undefined;
  /** The name; for a group, the word with the name. */
  readonly key: SourceSpan;
  /** Name and value. */
  readonly at: SourceSpan;
  readonly owner: Owner;
}

export type Saying =
  /** `name: value`. */
  | { readonly says: "value"; readonly node: Node }
  /** `name: derive`. */
  | { readonly says: "derive" }
  /** `group x { … }` without a count: there must be such a class. */
  | { readonly says: "class" }
  /** `name *= value` of a stage. */
  | { readonly says: "change"; readonly change: Change };

export interface LayersBlock {
  readonly set: LayerSet | undefined;
  /** The word `layers` with its set. */
  readonly span: SourceSpan;
  readonly owner: Owner;
}

/** A body that has been read: what it says and what is wrong with it in itself. */
export interface Reading {
  readonly owner: Owner;
  readonly statements: readonly Statement[];
  readonly params: readonly Param[];
  readonly lossy: readonly Lossiness[];
  /** Facts that a wrong name probably stands for, as `attention.kv_pairs`: they are not missing. */
  readonly meant: ReadonlySet<string>;
  readonly findings: readonly Diagnostic[];
}

export function dotted(path: readonly string[]): string {
  return path.join(".");
}

/** Whether one path leads to the other, or both to the same. */
export function overlap(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((name, i) => name === long[i]);
}

/** The shorter of two paths as messages say it: the last name, or `rope.theta` where it is a member. */
export function lastName(path: readonly string[]): string {
  return path.at(-1) ?? "";
}
