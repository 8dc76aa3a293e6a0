import { describe, expect, test } from "vitest";
import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import { examples } from "./examples.js";
import { diagnosticsOf } from "./marked.js";
import { pieces } from "./mutations.js";
import { bare, nodesIn } from "./nodes.js";

describe.each(examples)("%s", (file, text) => {
  const source = createSource(file, text);
  const { tree, diagnostics } = parse(source);

  test("has no mistakes and is canonical", () => {
    expect(diagnostics).toEqual([]);
    expect(print(tree, source)).toBe(text);
  });

  test("says the same with other line ends", () => {
    const crlf = createSource(file, text.replaceAll("\n", "\r\n"));
    expect(bare(parse(crlf).tree)).toEqual(bare(tree));
    expect(print(parse(crlf).tree, crlf)).toBe(text);
  });

  test("keeps every whole node wherever it is cut off", () => {
    // A lone word says nothing yet: names are kept with what they name.
    const nodes = nodesIn(tree)
      .filter(({ kind }) => !["file", "name", "line", "doc"].includes(kind))
      .map((node) => ({ end: node.span.end, text: JSON.stringify(node) }));
    const lost: unknown[] = [];
    for (let end = 0; end <= text.length; end++) {
      // Half of a comment's beginning is a division.
      if (/[^/]\/$/.test(text.slice(0, end)) && text[end] === "/") continue;
      const cut = parse(createSource(file, text.slice(0, end))).tree;
      const kept = new Set(nodesIn(cut).map((node) => JSON.stringify(node)));
      lost.push(...nodes.filter((node) => node.end <= end && !kept.has(node.text)));
    }
    expect(lost).toEqual([]);
  });

  test("has one mistake at most when one token is deleted or written twice", () => {
    const tokens = pieces(file, text);
    const several: string[] = [];
    for (const [index, { before, token }] of tokens.entries()) {
      for (const instead of [before, `${before}${token} ${token}`]) {
        const parts = tokens.map((part) => part.before + part.token);
        const changed = parts.with(index, instead).join("");
        if (diagnosticsOf(changed).length > 1) several.push(changed);
      }
    }
    expect(several).toEqual([]);
  });
});
