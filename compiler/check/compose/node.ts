import type { SourceSpan } from "../../../grammar/span.js";
import type { Change, Expr } from "../../../grammar/tree.js";
import type { FactType, KindType, Place } from "../../facts/type.js";
import type { Module } from "../../names/module.js";
import type { Origin } from "../../plan/plan.js";
import type { Value } from "../../types/value.js";

/**
 * What stands under a name after composition: an expression, a word with its arguments, a block,
 * or a value from a plan. Nodes are immutable and shared between layers.
 */
export type Node = Leaf | WordNode | BlockNode | Given | Changed;

/** Who stated something: a declaration, or the language by its defaults. */
export interface Owner {
  readonly kind: "family" | "model" | "stage" | "target" | "language";
  readonly name: string;
  /** The name in its declaration. */
  readonly span: SourceSpan;
  readonly module: Module;
}

interface Stated {
  readonly owner: Owner;
  /** The fact or argument, name and value; none for a default. */
  readonly at: SourceSpan | undefined;
}

export interface Leaf extends Stated {
  readonly node: "leaf";
  readonly name: string;
  readonly type: FactType;
  /** `undefined` where the text is cut off or wrong; that has been reported. */
  readonly expr: Expr | undefined;
}

export interface WordNode extends Stated {
  readonly node: "word";
  readonly name: string;
  readonly type: KindType;
  readonly word: string;
  /** The word itself, where a message says what it lacks. */
  readonly wordAt: SourceSpan | undefined;
  readonly args: ReadonlyMap<string, Node>;
}

export interface BlockNode {
  readonly node: "block";
  readonly place: Place;
  readonly members: ReadonlyMap<string, Node>;
  /** Of a group: the word with the name in the statement that added the class. */
  readonly born: SourceSpan | undefined;
}

/** A value that needs no evaluation, with what is known of where it came from. */
export interface Given {
  readonly node: "given";
  readonly type: FactType;
  readonly value: Value;
  readonly origin: Origin;
  readonly from: readonly SourceSpan[];
}

/** A count that a stage multiplies or adds to. */
export interface Changed extends Stated {
  readonly node: "changed";
  readonly name: string;
  readonly type: FactType;
  readonly before: Node;
  readonly change: Change;
}

export function emptyBlock(place: Place, born?: SourceSpan): BlockNode {
  return { node: "block", place, members: new Map(), born };
}

/** The key of a group class among the members of `attention`: no fact has a space in its name. */
export function groupKey(name: string | undefined): string {
  return name === undefined ? "group" : `group ${name}`;
}

export function isGroup(key: string): boolean {
  return key === "group" || key.startsWith("group ");
}
