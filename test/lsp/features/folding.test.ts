import { expect, test } from "vitest";
import { folding } from "../../../compiler/lsp/features/folding.js";
import { markedView } from "../marked.js";

/** "first-last kind" of each fold, lines counted from 0, by their first lines. */
function folded(source: string): readonly string[] {
  return folding(markedView(source).view)
    .map(({ startLine, endLine, kind = "" }) => ({
      startLine,
      text: `${startLine}-${endLine} ${kind}`.trim(),
    }))
    .toSorted((a, b) => a.startLine - b.startLine)
    .map(({ text }) => text);
}

test("blocks, calls, comments and imports; the closing bracket stays", () => {
  const text = `// A file
// of two lines.
import { A } from "a.gda"
import { B } from "b.gda"

/// What it is.
model M extends A { // a remark
  hidden: 64
  attention {
    rope: half(
      theta: 5,
    )
  }
}
growth G {
  stage s from M at 1 tokens {
    copies: tile
  }
}
`;
  expect(folded(text)).toEqual([
    "0-1 comment",
    "2-3 imports",
    "6-12",
    "8-11",
    "9-10",
    "14-17",
    "15-16",
  ]);
});

test("CRLF, and what stands on one line", () => {
  expect(folded("model M {\r\n  mlp { width: 1 }\r\n}\r\nconst a = [\r\n  1,\r\n]\r\n")).toEqual([
    "0-1",
    "3-4",
  ]);
});

test("a block that is never closed folds to its end", () => {
  expect(folded("model M {\n  attention {\n    heads: 4\n")).toEqual(["0-2", "1-2"]);
});
