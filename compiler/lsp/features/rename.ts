import { tokenMatcher } from "chevrotain";
import type { Range, WorkspaceEdit } from "vscode-languageserver";
import { Findings } from "../../../grammar/findings.js";
import { scan } from "../../../grammar/scan.js";
import { syntax } from "../../../grammar/syntax.js";
import * as t from "../../../grammar/tokens.js";
import { names } from "../../names/codes.js";
import { builtIn } from "../../names/families.js";
import { hidden } from "../../names/hiding.js";
import type { View } from "../document.js";
import { everywhere, type Place } from "../names/everywhere.js";
import type { Mention } from "../names/mention.js";
import { mentionAt, mentionsOf } from "../names/mentions.js";
import { lineage, type Subject } from "../names/subject.js";

/** Why a name cannot be changed, as a sentence for people. */
export interface Refusal {
  readonly refused: string;
}

/** The name at an offset, if it can have another; nothing where there is no name. */
export function prepareRename(
  view: View,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | Refusal | undefined {
  const mention = mentionAt(view.module, offset);
  if (!mention) return undefined;
  const refused = unchangeable(mention);
  if (refused !== undefined) return { refused };
  return { range: view.rangeOf(mention.name.span), placeholder: mention.name.text };
}

/** Gives the name at an offset another one, wherever it stands for the same. */
export function rename(view: View, offset: number, to: string): WorkspaceEdit | Refusal {
  const mention = mentionAt(view.module, offset);
  const { key } = mention ?? {};
  if (!mention || key === undefined) return { refused: "There is no name here." };
  const places = placesOf(mention, key, view);
  const refused = unchangeable(mention) ?? unusable(to) ?? taken(mention, to, places);
  if (refused !== undefined) return { refused };
  const changes: NonNullable<WorkspaceEdit["changes"]> = {};
  for (const { view: home, mention: each } of places) {
    const edits = (changes[home.uri] ??= []);
    edits.push({ range: home.rangeOf(each.name.span), newText: to });
  }
  return { changes };
}

/**
 * An alias is renamed in its own file only, and what is imported under an alias keeps that: both
 * are told by the text of the name, which an alias has not in common with what it stands for.
 */
function placesOf({ name }: Mention, key: string, view: View): readonly Place[] {
  const alias = mentionsOf(view.module).some(
    (each) => each.role === "alias" && each.key === key && each.name.text === name.text,
  );
  return everywhere(key, view).filter(({ view: home, mention }) => {
    if (mention.name.text !== name.text) return false;
    return !alias || (home.file === view.file && mention.role !== "imports");
  });
}

function unchangeable({ meaning, name }: Mention): string | undefined {
  switch (meaning.is) {
    case "declaration":
      return meaning.declared.module.file === builtIn.file
        ? `\`${name.text}\` is built in and keeps its name.`
        : undefined;
    case "stage":
    case "param":
    case "class":
      return undefined;
    case "unknown":
      return `Nothing is known of \`${name.text}\`.`;
    case "fact":
    case "argument":
    case "word":
    case "function":
    case "layer":
    case "derive":
    case "type":
      return syntax.reservedWord.message({ found: name.text });
  }
}

/** Whether a text is no name at all. */
function unusable(text: string): string | undefined {
  const [token, ...others] = scan({ file: "", text }, new Findings("")).tokens;
  const isWord = token?.image === text && others.length === 0;
  if (isWord && tokenMatcher(token, t.Identifier)) return undefined;
  if (isWord && (tokenMatcher(token, t.Reserved) || token.tokenType === t.Layers)) {
    return syntax.reservedWord.message({ found: text });
  }
  return syntax.foreignLetter.message({ found: text });
}

/** What has the name already, in any text that would change. */
function taken({ meaning }: Mention, to: string, places: readonly Place[]): string | undefined {
  const isNumber =
    meaning.is === "param" ||
    (meaning.is === "declaration" && meaning.declared.declaration.kind === "const");
  const what = isNumber ? hidden(to) : undefined;
  if (what !== undefined) return names.hides.message({ name: to, what });
  const rivals = new Map<View, readonly Mention[]>();
  for (const { view, mention } of places) {
    if (mention.role === "imports" && hasAlias(mention, view)) continue;
    const bound = rivals.get(view) ?? mentionsOf(view.module).filter((each) => binds(each, to));
    rivals.set(view, bound);
    const rival = bound.find((each) => clashes(mention, each));
    if (rival) return alreadyThere(rival, view);
  }
  return undefined;
}

/** What is imported under an alias takes no name in the file. */
function hasAlias({ key }: Mention, { module }: View): boolean {
  return mentionsOf(module).some((each) => each.role === "alias" && each.key === key);
}

function alreadyThere({ name }: Mention, { file, lines }: View): string {
  const where = `line ${lines.position(name.span.start).line} of \`${file}\``;
  return names.declaredTwice.message({ name: name.text, where });
}

function binds({ name, role }: Mention, text: string): boolean {
  return name.text === text && role !== "uses" && role !== "states";
}

/** Whether two names would be taken for each other, if they were the same. */
function clashes(mention: Mention, rival: Mention): boolean {
  const { meaning } = mention;
  switch (rival.meaning.is) {
    case "declaration":
    case "unknown":
      return meaning.is !== "class";
    case "stage": {
      const growth = meaning.is === "stage" ? meaning.growth : mention.subject?.growth;
      return growth === rival.meaning.growth;
    }
    case "param":
      return meaning.is === "declaration" || (meaning.is === "param" && areKin(mention, rival));
    case "class":
      return meaning.is === "class" && areKin(mention, rival);
    case "fact":
    case "argument":
    case "word":
    case "function":
    case "layer":
    case "derive":
    case "type":
      return false;
  }
}

/** Whether one's body takes facts from the other's. */
function areKin({ subject: a }: Mention, { subject: b }: Mention): boolean {
  if (!a || !b) return false;
  const isOf = (one: Subject, other: Subject) =>
    lineage(one).some((each) => each.part === other.part);
  return isOf(a, b) || isOf(b, a);
}
