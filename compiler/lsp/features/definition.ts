import type { Location } from "vscode-languageserver";
import type { SourceSpan } from "../../../grammar/span.js";
import { type Module, within } from "../../names/module.js";
import type { View } from "../document.js";
import { importedFileOf } from "../names/imports.js";
import type { Mention } from "../names/mention.js";
import { mentionAt, mentionsOf } from "../names/mentions.js";
import { lineage, type Subject } from "../names/subject.js";
import { nodesAt } from "../nodes.js";

/** Where the name at an offset comes from; of an import's path, the file. */
export function definition(view: View, offset: number): Location | undefined {
  const mention = mentionAt(view.module, offset);
  const span = mention ? origin(mention, view.module) : imported(view, offset);
  return span && view.workspace.locate(span);
}

function origin(mention: Mention, module: Module): SourceSpan | undefined {
  const { meaning, name } = mention;
  switch (meaning.is) {
    case "declaration": {
      const { declaration, module: home } = meaning.declared;
      return within(home, (declaration.name ?? declaration).span);
    }
    case "stage":
      return within(meaning.module, (meaning.stage.name ?? meaning.stage).span);
    case "param":
      return within(meaning.module, (meaning.param.name ?? meaning.param).span);
    case "class":
      return within(meaning.module, (meaning.group.name ?? meaning.group).span);
    case "fact":
    case "argument":
      return stated(mention, meaning.path.join(".")) ?? within(module, name.span);
    case "word":
    case "function":
    case "layer":
    case "derive":
    case "type":
    case "unknown":
      return undefined;
  }
}

/**
 * Where a fact is stated that an expression uses, or that a key states anew: by the nearest parent,
 * or earlier in the same body.
 */
function stated({ subject, role }: Mention, path: string): SourceSpan | undefined {
  if (!subject) return undefined;
  const [self, ...parents] = lineage(subject);
  const inParents = parents.flatMap((parent) => statements(parent, path))[0];
  const own = self && statements(self, path)[0];
  return role === "states" ? (inParents ?? own) : (own ?? inParents);
}

function statements({ part, module }: Subject, path: string): readonly SourceSpan[] {
  return mentionsOf(module).flatMap(({ meaning, role, subject, name }) => {
    const isFact = meaning.is === "fact" || meaning.is === "argument";
    if (!isFact || role !== "states" || subject?.part !== part) return [];
    return meaning.path.join(".") === path ? [within(module, name.span)] : [];
  });
}

function imported(view: View, offset: number): SourceSpan | undefined {
  const text = nodesAt(view.parsed.tree, offset).at(-1);
  const statement = nodesAt(view.parsed.tree, offset).at(-2);
  if (text?.kind !== "text" || statement?.kind !== "import") return undefined;
  return { file: importedFileOf(view, text.value), start: 0, end: 0 };
}
