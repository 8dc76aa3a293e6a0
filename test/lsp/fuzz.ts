import fc from "fast-check";
import { codeActions } from "../../compiler/lsp/actions/code-actions.js";
import { abilitiesOf } from "../../compiler/lsp/client.js";
import type { View } from "../../compiler/lsp/document.js";
import { codeLenses } from "../../compiler/lsp/features/code-lens.js";
import { completion } from "../../compiler/lsp/features/completion.js";
import { definition } from "../../compiler/lsp/features/definition.js";
import { documentLinks } from "../../compiler/lsp/features/document-links.js";
import { folding } from "../../compiler/lsp/features/folding.js";
import { format, formatOnType, formatRange } from "../../compiler/lsp/features/formatting.js";
import { highlight } from "../../compiler/lsp/features/highlight.js";
import { hover } from "../../compiler/lsp/features/hover.js";
import { inlayHints } from "../../compiler/lsp/features/inlay-hints.js";
import { references } from "../../compiler/lsp/features/references.js";
import { prepareRename, rename } from "../../compiler/lsp/features/rename.js";
import { selectionRange } from "../../compiler/lsp/features/selection-ranges.js";
import { semanticTokens } from "../../compiler/lsp/features/semantic-tokens.js";
import { signatureHelp } from "../../compiler/lsp/features/signature-help.js";
import { documentSymbols, workspaceSymbols } from "../../compiler/lsp/features/symbols.js";
import { Lints } from "../../compiler/lsp/lints.js";
import { findingsOf } from "../../compiler/lsp/publisher.js";
import { StoredWorkspace } from "../../compiler/lsp/workspace.js";
import { arbitraryEdit, type Edit, Texts } from "./editing.js";
import { expectFresh } from "./same.js";

/** Makes runs of edits, and after each expects what a fresh analysis finds, and answers to all. */
export function expectFreshAfterEdits(options: {
  readonly runs: number;
  readonly edits: number;
}): void {
  const edits = fc.array(arbitraryEdit, { minLength: 1, maxLength: options.edits });
  fc.assert(
    fc.property(edits, fc.double({ min: 0, max: 1, noNaN: true }), (made, at) => {
      edit(made, at);
    }),
    { numRuns: options.runs, includeErrorInReport: true },
  );
}

function edit(edits: readonly Edit[], at: number): void {
  const texts = new Texts();
  const read = (file: string): string | undefined =>
    file === "main.gda" || file === "base.gda" ? texts.now[file] : undefined;
  const workspace = new StoredWorkspace({
    read,
    uriOf: (file) => `file:///work/${file}`,
    files: () => ["base.gda", "main.gda"],
    list: () => ["base.gda", "main.gda"],
  });
  for (const each of edits) {
    texts.make(each);
    workspace.changed(each.file);
    for (const file of ["main.gda", "base.gda"]) {
      const view = workspace.view(file);
      if (!view) throw new Error(`no view of ${file}`);
      expectFresh(view, read);
      askAll(view, Math.floor(at * view.source.text.length));
    }
  }
}

const client = abilitiesOf({ textDocument: { codeAction: {} } });
const lints = new Lints();

function askAll(view: View, offset: number): void {
  const all = { start: 0, end: view.source.text.length };
  const here = { start: offset, end: offset };
  const found = findingsOf(view, lints);
  codeActions(view, found, here, { diagnostics: [] }, client);
  codeActions(view, found, all, { diagnostics: [], only: ["source.fixAll"] }, client);
  codeLenses(view);
  completion(view, offset, client);
  definition(view, offset);
  documentLinks(view);
  documentSymbols(view);
  folding(view);
  format(view);
  formatOnType(view, offset, "}");
  formatOnType(view, offset, "\n");
  formatRange(view, here);
  highlight(view, offset);
  hover(view, offset);
  inlayHints(view, all);
  prepareRename(view, offset);
  references(view, offset, true);
  rename(view, offset, "Other");
  selectionRange(view, offset);
  semanticTokens(view);
  signatureHelp(view, offset);
  workspaceSymbols(view.workspace, "");
}
