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
    const nodes = nodesIn(tree).filter(
      ({ kind }) => !["file", "name", "line", "doc"].includes(kind),
    );
    for (let end = 0; end <= text.length; end++) {
      const kept = new Set(nodesIn(parse(createSource(file, text.slice(0, end))).tree).map(keyOf));
      const lost = nodes.filter((node) => node.span.end <= end && !kept.has(keyOf(node)));
      if (lost.length > 0) expect.fail(`cut off at ${end}: ${JSON.stringify(lost[0])}`);
    }
  });

  test("has one mistake at most when one token is deleted or written twice", () => {
    const tokens = pieces(file, text);
    for (const index of tokens.keys()) {
      const deleted = tokens.toSpliced(index, 1).join("");
      expect(diagnosticsOf(deleted).length, deleted).toBeLessThanOrEqual(1);
      const twice = tokens.toSpliced(index, 0, tokens[index] ?? "").join("");
      expect(diagnosticsOf(twice).length, twice).toBeLessThanOrEqual(1);
    }
  });
});

function keyOf(node: object): string {
  return JSON.stringify(node);
}
