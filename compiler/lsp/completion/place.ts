import type { IToken } from "chevrotain";
import type { Cursor } from "../cursor/cursor.js";
import type { Scope } from "../cursor/spot.js";
import type { View } from "../document.js";
import { mentionsOf } from "../names/mentions.js";
import { lineage, type Subject, subjectsOf } from "../names/subject.js";

/** Where something is proposed, and whose text it is. */
export interface Here {
  readonly view: View;
  readonly cursor: Cursor;
  /** What the cursor is in the midst of. */
  readonly item: readonly IToken[];
  readonly subject: Subject | undefined;
  /** The paths that parents state, as `attention.mask`. */
  readonly inherited: ReadonlySet<string>;
}

export function hereAt(view: View, cursor: Cursor): Here {
  const subject = subjectAt(view, cursor.word.start);
  const parents = subject ? lineage(subject).slice(1) : [];
  const inherited = parents.flatMap((parent) =>
    mentionsOf(parent.module).flatMap((mention) => {
      const { meaning, role } = mention;
      const isParents = role === "states" && mention.subject?.part === parent.part;
      return isParents && meaning.is === "fact" ? [meaning.path.join(".")] : [];
    }),
  );
  return { view, cursor, item: cursor.frame.item, subject, inherited: new Set(inherited) };
}

/** Of the declaration that begins last before an offset; it may have no end yet. */
function subjectAt({ module }: View, offset: number): Subject | undefined {
  const last = module.tree.declarations.findLast(({ span }) => span.start <= offset);
  return subjectsOf(module)
    .filter(({ part, growth }) => (growth ?? part) === last)
    .findLast(({ part }) => part.span.start <= offset);
}

/** Whether a parent states a fact of a block. */
export function isInherited({ inherited }: Here, { path }: Scope, name: string): boolean {
  return inherited.has([...path, name].join("."));
}
