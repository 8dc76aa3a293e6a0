import type { IToken } from "chevrotain";
import type { Findings } from "./findings.js";
import { endOf } from "./token.js";
import type { Source } from "./span.js";
import { syntax } from "./syntax.js";
import type { Comment } from "./tree.js";

/** Gives each node the `///` lines that stand directly before it, and keeps those that are left. */
export class Docs {
  readonly #left: Set<Comment>;
  readonly #before = new Map<number, Comment[]>();

  constructor(source: Source, tokens: readonly IToken[], comments: readonly Comment[]) {
    const docs = comments.filter(({ kind }) => kind === "doc");
    this.#left = new Set(docs);
    let next = 0;
    for (const doc of docs) {
      while ((tokens[next]?.startOffset ?? Infinity) < doc.span.start) next++;
      const [previous, following] = [tokens[next - 1], tokens[next]];
      // Behind a token on its line stands a remark on what was, not on what follows.
      const gap = source.text.slice(previous ? endOf(previous) : 0, doc.span.start);
      if (following === undefined || (previous && !/[\r\n]/.test(gap))) continue;
      const before = this.#before.get(following.startOffset);
      if (before) before.push(doc);
      else this.#before.set(following.startOffset, [doc]);
    }
  }

  /** The description of the node that begins with `first`. */
  take(first: IToken): string | undefined {
    const docs = this.#before.get(first.startOffset);
    for (const doc of docs ?? []) this.#left.delete(doc);
    return docs?.map(({ text }) => text.replace(/^ /, "").trimEnd()).join("\n");
  }

  /** Reports the descriptions of nothing. */
  report(findings: Findings): void {
    for (const { span } of this.#left) {
      const mark = { start: span.start, end: span.start + 3 };
      const fix = { title: "Write `//`", span: mark, text: "//" };
      findings.add(syntax.strayDoc, span, {}, { fix });
    }
  }
}
