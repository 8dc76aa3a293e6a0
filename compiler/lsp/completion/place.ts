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
  const { module } = view;
  const subject = subjectsOf(module).findLast(({ part }) => part.span.start <= cursor.word.start);
  const parents = subject ? lineage(subject).slice(1) : [];
  const inherited = parents.flatMap((parent) =>
    mentionsOf(parent.module).flatMap((mention) => {
      const { meaning, role } = mention;
      if (meaning.is !== "fact" || role !== "states" || mention.subject?.part !== parent.part)
        return [];
      return [meaning.path.join(".")];
    }),
  );
  return { view, cursor, item: cursor.frame.item, subject, inherited: new Set(inherited) };
}

/** Whether a parent states a fact of a block. */
export function isInherited({ inherited }: Here, { path }: Scope, name: string): boolean {
  return inherited.has([...path, name].join("."));
}
