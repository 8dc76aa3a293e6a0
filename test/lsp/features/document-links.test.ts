import { expect, test } from "vitest";
import { documentLinks } from "../../../compiler/lsp/features/document-links.js";
import { markedView } from "../marked.js";

test("the paths of imports lead to the files that are there", () => {
  const { view, ranges } = markedView(
    'import { A } from "⟦lib/a.gda⟧"\nimport { Motif } from "⟦gda:families⟧"\nimport { B } from "missing.gda"\nimport { C } from ',
    { "lib/a.gda": "model A { }" },
  );
  const targets = ["file:///work/lib/a.gda", "gda:families"];
  expect(documentLinks(view)).toEqual(
    ranges.map((range, i) => ({ range: view.rangeOf(range), target: targets[i] })),
  );
});
