import type { Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Change, LayerSet, Param } from "../../../grammar/tree.js";
import type { Place } from "../../facts/type.js";
import type { Lossiness } from "../checker.js";
import type { Node, Owner } from "../compose/node.js";

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
  /** `mlp { }`: the block is there, even if it says nothing. */
  | { readonly says: "block"; readonly place: Place }
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

export function lastName(path: readonly string[]): string {
  return path.at(-1) ?? "";
}

/** Whether a statement only names what others amend, so that it takes no part in a clash. */
export function isSilent({ says }: Statement): boolean {
  return says.says === "class" || says.says === "block";
}
