import type { IToken } from "chevrotain";
import * as t from "../../../grammar/tokens.js";
import { groupKey } from "../../check/compose/node.js";
import { memberRows } from "../../check/read/members.js";
import { findWord } from "../../check/read/value-node.js";
import { rowOf } from "../../facts/search.js";
import type { FactType, Members, Place, Word } from "../../facts/type.js";
import { functions, type MathFunction } from "../../types/functions.js";
import { membersAt } from "../names/bodies.js";
import { type Frame, is } from "./frames.js";

/** Facts that can be stated in a block, or the arguments of a word, and those around them. */
export interface Scope {
  /** The block's, or of the one around the braces or parentheses. */
  readonly place: Place;
  readonly members: Members;
  readonly path: readonly string[];
  readonly outer: Scope | undefined;
}

/** What the innermost bracket holds. */
export type Spot =
  | { readonly at: "file" | "imports" | "growth" }
  /** A body, a block, or the members of a fact in braces. */
  | { readonly at: "body"; readonly scope: Scope }
  /** The parentheses of a word. */
  | { readonly at: "arguments"; readonly name: string; readonly word: Word; readonly scope: Scope }
  /** A list, or the parentheses of a function or of nothing. */
  | {
      readonly at: "values";
      readonly type: FactType | undefined;
      readonly called: { readonly name: string; readonly math: MathFunction } | undefined;
      readonly scope: Scope | undefined;
    };

/** What the innermost of some frames holds; nothing where that cannot be told. */
export function spotOf(frames: readonly Frame[]): Spot | undefined {
  return frames
    .slice(1)
    .reduce<Spot | undefined>((spot, frame) => spot && inside(spot, frame), { at: "file" });
}

function inside(spot: Spot, { open, head }: Frame): Spot | undefined {
  if (open && is(open, t.OpenBrace)) return inBraces(spot, head);
  const [type, scope] = [typeAfter(spot, head), scopeOf(spot)];
  const name = head.at(-1);
  if ((open && is(open, t.OpenBracket)) || !name || !is(name, t.Identifier)) {
    return {
      at: "values",
      type: type?.type === "list" ? type : undefined,
      called: undefined,
      scope,
    };
  }
  const word = type?.type === "kind" ? findWord(type.words, name.image) : undefined;
  const path = pathAfter(spot, head);
  if (word && path && scope) {
    const { place } = scope;
    const inner = { place, members: word.takes, path, outer: scope };
    return { at: "arguments", name: name.image, word, scope: inner };
  }
  const math = Object.hasOwn(functions, name.image) ? functions[name.image] : undefined;
  const called = math && { name: name.image, math };
  return { at: "values", type: undefined, called, scope };
}

function inBraces(spot: Spot, head: readonly IToken[]): Spot | undefined {
  const [first, second] = head;
  if (!first) return undefined;
  switch (spot.at) {
    case "file":
      if (is(first, t.Import)) return { at: "imports" };
      if (is(first, t.Growth)) return { at: "growth" };
      if (is(first, t.Family, t.Model)) return body("model", [], undefined);
      return is(first, t.Target) ? body("target", [], undefined) : undefined;
    case "growth":
      return is(first, t.Stage) ? body("stage", [], undefined) : undefined;
    case "body": {
      const { scope } = spot;
      if (is(first, t.Group)) {
        const name = second && is(second, t.Identifier) ? second.image : undefined;
        return body("group", [...scope.path, groupKey(name)], scope);
      }
      if (is(first, t.Layers, t.Lossy)) return spot;
      const type = rowOf(scope.members, first.image)?.type;
      const path = [...scope.path, first.image];
      if (type?.type === "block") return body(type.place, path, scope);
      const members = type?.type === "kind" ? memberRows(type) : {};
      return { at: "body", scope: { place: scope.place, members, path, outer: scope } };
    }
    case "imports":
    case "arguments":
    case "values":
      return undefined;
  }
}

function body(place: Place, path: readonly string[], outer: Scope | undefined): Spot {
  return { at: "body", scope: { place, members: membersAt(place), path, outer } };
}

/** The type of the value that some tokens of an item lead to; none where it is any number. */
export function typeAfter(spot: Spot, item: readonly IToken[]): FactType | undefined {
  const [key, colon] = item;
  switch (spot.at) {
    case "body":
    case "arguments":
      if (!key || !colon || !is(colon, t.Colon)) return undefined;
      return rowOf(spot.scope.members, key.image)?.type;
    case "values":
      return spot.type;
    case "file":
    case "imports":
    case "growth":
      return undefined;
  }
}

function pathAfter(spot: Spot, [key]: readonly IToken[]): readonly string[] | undefined {
  if (spot.at !== "body" && spot.at !== "arguments") return undefined;
  return key && [...spot.scope.path, key.image];
}

function scopeOf(spot: Spot): Scope | undefined {
  return spot.at === "body" || spot.at === "arguments" || spot.at === "values"
    ? spot.scope
    : undefined;
}
