import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { completion } from "../../../compiler/lsp/features/completion.js";
import { definition } from "../../../compiler/lsp/features/definition.js";
import { folding } from "../../../compiler/lsp/features/folding.js";
import { format, formatOnType } from "../../../compiler/lsp/features/formatting.js";
import { hover } from "../../../compiler/lsp/features/hover.js";
import { inlayHints } from "../../../compiler/lsp/features/inlay-hints.js";
import { references } from "../../../compiler/lsp/features/references.js";
import { rename } from "../../../compiler/lsp/features/rename.js";
import { selectionRange } from "../../../compiler/lsp/features/selection-ranges.js";
import { semanticTokens } from "../../../compiler/lsp/features/semantic-tokens.js";
import { signatureHelp } from "../../../compiler/lsp/features/signature-help.js";
import { documentSymbols } from "../../../compiler/lsp/features/symbols.js";
import type { View } from "../../../compiler/lsp/document.js";
import { workspaceOf } from "../marked.js";

const example = (name: string): string =>
  readFileSync(new URL(`../../../examples/${name}`, import.meta.url), "utf8");
const small = example("motif-2.6b.gda");
const large = example("motif-2-12.7b.gda");
const text = `${example("motif-growth.gda")}\n${example("two-kinds.gda").replace(/^import.*$/m, "")}`;

/** All that features answer at a place. */
function answers(view: View, offset: number): unknown {
  return [
    completion(view, offset, { snippets: true }),
    definition(view, offset),
    folding(view),
    format(view),
    formatOnType(view, offset, "\n"),
    formatOnType(view, offset, "}"),
    hover(view, offset),
    inlayHints(view, { start: 0, end: view.source.text.length }),
    references(view, offset, true),
    rename(view, offset, "other"),
    selectionRange(view, offset),
    semanticTokens(view).data,
    signatureHelp(view, offset),
    documentSymbols(view),
  ];
}

const pieces = [
  "{",
  "}",
  "(",
  ")",
  "\n",
  "\r\n",
  ":",
  ",",
  '"',
  "//",
  "model ",
  "group",
  "4:1",
  " x",
  "😀",
  ".",
];
const edit = fc.record({
  at: fc.nat(text.length),
  removed: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
  put: fc.oneof(
    fc.constantFrom(...pieces),
    fc.constant(""),
    fc.nat(text.length - 30).map((at) => text.slice(at, at + 30)),
  ),
});

test("half a text is answered, and as if it had never been another", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      const texts: Record<string, string> = {
        "main.gda": text,
        "motif-2.6b.gda": small,
        "motif-2-12.7b.gda": large,
      };
      const workspace = workspaceOf(texts);
      for (const { at, removed, put } of edits) {
        const old = texts["main.gda"] ?? "";
        texts["main.gda"] = old.slice(0, at) + put + old.slice(at + removed);
        workspace.changed("main.gda");
        const offset = Math.min(at + put.length, texts["main.gda"].length);
        const [edited, fresh] = [workspace, workspaceOf(texts)].map((each) =>
          each.view("main.gda"),
        );
        if (!edited || !fresh) throw new Error("main.gda is not there");
        expect(answers(edited, offset)).toEqual(answers(fresh, offset));
      }
    }),
    { numRuns: 4 },
  );
});
