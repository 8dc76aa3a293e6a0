import type { Declaration, Group, Growth, Name, Param, Stage } from "../../../grammar/tree.js";
import type { Row, Word } from "../../facts/type.js";
import type { Declared, Module } from "../../names/module.js";
import type { MathFunction } from "../../types/functions.js";
import type { Subject } from "./subject.js";

/** A name in a text with what it stands for there. */
export interface Mention {
  readonly name: Name;
  readonly meaning: Meaning;
  /** The same for all mentions of one thing, in whichever file; none for what is unknown. */
  readonly key: string | undefined;
  readonly role: Role;
  /** Whose text it stands in; none in imports, constants and the heads of growths. */
  readonly subject: Subject | undefined;
}

/**
 * `declares`: the name in a declaration. `states`: the key of a fact. `imports`: the name in the
 * imported file. `alias`: behind `as`. `uses`: everything else.
 */
export type Role = "declares" | "states" | "imports" | "alias" | "uses";

export type Meaning =
  | { readonly is: "declaration"; readonly declared: Declared }
  | {
      readonly is: "stage";
      readonly stage: Stage;
      readonly growth: Growth;
      readonly module: Module;
    }
  /** The param as the nearest of its owners states it. */
  | { readonly is: "param"; readonly param: Param; readonly module: Module }
  /** A class of groups, in the oldest parent that has it. */
  | { readonly is: "class"; readonly group: Group; readonly module: Module }
  /** A fact or a member of one in braces, or such a member as an argument in parentheses. */
  | { readonly is: "fact" | "argument"; readonly path: readonly string[]; readonly row: Row }
  | { readonly is: "word"; readonly path: readonly string[]; readonly word: Word }
  | { readonly is: "function"; readonly math: MathFunction }
  /** The number of a layer, the word that drops a fact, the type of a param. */
  | { readonly is: "layer" | "derive" | "type" }
  | { readonly is: "unknown" };

export function declarationKey({ declaration, module }: Declared): string | undefined {
  return keyAt(declaration, module);
}

/** The key of something that is declared under a name of its own. */
export function keyAt(
  { name }: Declaration | Stage | Param | Group,
  module: Module,
): string | undefined {
  return name && `${module.file}:${name.span.start}`;
}

/** The key of a fact: group classes have the same facts. */
export function pathKey(path: readonly string[]): string {
  return path.map((part) => (part.startsWith("group ") ? "group" : part)).join(".");
}
