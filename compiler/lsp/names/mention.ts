import type { Group, Growth, Name, Param, Stage } from "../../../grammar/tree.js";
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
  /** The param as the nearest of its owners states it; `first` is the oldest, whose param it is. */
  | {
      readonly is: "param";
      readonly param: Param;
      readonly module: Module;
      readonly first: { readonly param: Param; readonly module: Module };
    }
  /** A class of groups, in the oldest parent that has it. */
  | { readonly is: "class"; readonly group: Group; readonly module: Module }
  /** A fact or a member of one in braces, or such a member as an argument in parentheses. */
  | { readonly is: "fact" | "argument"; readonly path: readonly string[]; readonly row: Row }
  | { readonly is: "word"; readonly path: readonly string[]; readonly word: Word }
  | { readonly is: "function"; readonly math: MathFunction }
  /** The number of a layer, the word that drops a fact, the type of a param. */
  | { readonly is: "layer" | "derive" | "type" }
  | { readonly is: "unknown" };

/** The key of what a name means. */
export function keyOf(meaning: Meaning, { text }: Name): string | undefined {
  switch (meaning.is) {
    case "declaration":
      return keyAt(meaning.declared.declaration.name, meaning.declared.module);
    case "stage":
      return keyAt(meaning.stage.name, meaning.module);
    case "class":
      return keyAt(meaning.group.name, meaning.module);
    case "param":
      return keyAt(meaning.first.param.name, meaning.first.module);
    case "fact":
    case "argument":
      return `fact ${pathKey(meaning.path)}`;
    case "word":
      return `word ${pathKey(meaning.path)}`;
    case "function":
    case "layer":
    case "derive":
    case "type":
      return `${meaning.is} ${text}`;
    case "unknown":
      return undefined;
  }
}

/** What is declared has the place of its name. */
function keyAt(name: Name | undefined, { file }: Module): string | undefined {
  return name && `${file}:${name.span.start}`;
}

/** Group classes have the same facts. */
function pathKey(path: readonly string[]): string {
  return path.map((part) => (part.startsWith("group ") ? "group" : part)).join(".");
}
