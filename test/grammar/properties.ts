import { expect } from "vitest";
import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import { bare, nodesIn } from "./nodes.js";
import type { Written } from "./write.js";

function read(text: string) {
  const source = createSource("test.gda", text);
  return { source, ...parse(source) };
}

/** A text that was written for a tree has that tree. */
export function expectTree({ tree, text }: Written): void {
  const found = read(text);
  expect(found.diagnostics).toEqual([]);
  expect(bare(found.tree)).toEqual(bare(tree));
}

/** What holds of every text, with or without mistakes. */
export function expectSound(text: string): void {
  const { tree, diagnostics } = read(text);
  expect(tree.complete).toBe(diagnostics.length === 0);
  // A parser that gave up would return no parts.
  expect(Array.isArray(tree.declarations)).toBe(true);
  const places = [
    ...nodesIn(tree).map(({ span }) => span),
    ...diagnostics.map(({ primary }) => primary.span),
    ...diagnostics.flatMap(({ secondary }) => secondary.map(({ span }) => span)),
    ...diagnostics.flatMap(({ fixes }) =>
      fixes.flatMap(({ edits }) => edits.map((edit) => edit.span)),
    ),
  ];
  for (const { start, end } of places) {
    if (!(start >= 0 && start <= end && end <= text.length)) {
      expect.fail(`${start} to ${end} is not in ${JSON.stringify(text)}`);
    }
  }
  for (const { message } of diagnostics) expect(message).not.toMatch(/\p{Cs}/u);
}

/** A canonical text keeps the tree and the comments, and stays as it is. */
export function expectPrintable(text: string): void {
  const { tree, source, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  const printed = print(tree, source) ?? expect.fail("a complete tree has a text");
  const again = read(printed);
  expect(bare(again.tree)).toEqual(bare(tree));
  expect(commentsOf(again.tree)).toEqual(commentsOf(tree));
  expect(print(again.tree, again.source)).toBe(printed);
}

function commentsOf({ comments }: ReturnType<typeof read>["tree"]): string[] {
  return comments.map(({ text }) => text.trimEnd()).toSorted();
}
