import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { Members, Place, Row } from "../../facts/type.js";
import type { BlockNode, Node, WordNode } from "../compose/node.js";
import { findWord } from "../read/value-node.js";
import { defaultNode } from "./defaults.js";
import type { Evaluator } from "./evaluator.js";

/** A block or a word with arguments, and what is around it: where names of facts are looked up. */
export interface Sight {
  readonly block: BlockNode | WordNode;
  readonly outer: Sight | undefined;
  /** Who knows the values of what stands in it. */
  readonly evaluator: Evaluator;
}

/** What is stated under a name in a block, or its default. */
export function memberOf(block: BlockNode | WordNode, name: string): Node | undefined {
  const stated = block.node === "block" ? block.members.get(name) : block.args.get(name);
  if (stated) return stated;
  const row = rowOf(membersOf(block), name);
  return row && defaultNode(name, row);
}

/** The rows of what may stand in a block or among a word's arguments. */
export function membersOf(block: BlockNode | WordNode): Members {
  if (block.node === "block") return factsOf(block.place);
  return findWord(block.type.words, block.word)?.takes ?? {};
}

/** The innermost block that states a name, or has a default for it. */
export function sightOf(name: string, sight: Sight | undefined): Sight | undefined {
  if (!sight || memberOf(sight.block, name)) return sight;
  return sightOf(name, sight.outer);
}

/** The row of a fact that a block around knows, stated or not. */
export function rowAround(name: string, sight: Sight | undefined): Row | undefined {
  return sight && (rowOf(membersOf(sight.block), name) ?? rowAround(name, sight.outer));
}

/** The names that are stated in a block or around it. */
export function inSight(sight: Sight | undefined): readonly string[] {
  if (!sight) return [];
  const { block } = sight;
  const stated = block.node === "block" ? block.members.keys() : block.args.keys();
  return [...stated, ...inSight(sight.outer)];
}

/** The place of the block around, whose facts vary by layer or not. */
export function placeOf(sight: Sight | undefined): Place {
  if (!sight) return "model";
  return sight.block.node === "block" ? sight.block.place : placeOf(sight.outer);
}
