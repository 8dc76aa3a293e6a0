import type { CodeAction, CodeActionContext } from "vscode-languageserver";
import type { Diagnostic } from "../../../grammar/diagnostic.js";
import type { Span } from "../../../grammar/span.js";
import type { Abilities } from "../client.js";
import { fixOf, shown } from "../diagnostics.js";
import type { View } from "../document.js";
import { allow } from "./allow.js";
import { convertHeads } from "./convert-heads.js";
import { fillIn } from "./fill-in.js";
import { fixAll, fixes, meant } from "./fixes.js";
import type { Offer } from "./offer.js";

/** The kinds of actions, each with what offers it. */
const offering = [
  { kind: "quickfix", offers: [fixes, meant, fillIn, allow] },
  { kind: "refactor.rewrite", offers: [convertHeads] },
  { kind: "source.fixAll.gda", offers: [fixAll] },
] as const;

export const actionKinds: readonly string[] = offering.map(({ kind }) => kind);

/** What can be done at what is selected. All of the file is fixed only where that is asked for. */
export function codeActions(
  view: View,
  findings: readonly Diagnostic[],
  selected: Span,
  { only }: CodeActionContext,
  client: Abilities,
): readonly CodeAction[] {
  const wanted = only ?? ["quickfix", "refactor"];
  const request = { view, findings, selected };
  return offering
    .filter(({ kind }) => wanted.some((each) => `${kind}.`.startsWith(`${each}.`)))
    .flatMap(({ offers }) => offers.flatMap((offer) => offer(request)))
    .flatMap((offer) => actionOf(offer, view, client) ?? []);
}

function actionOf(offer: Offer, view: View, client: Abilities): CodeAction | undefined {
  const { title, kind, finding, certain } = offer;
  const edit = fixOf(offer, view.workspace);
  return (
    edit && {
      title,
      kind,
      edit: { changes: edit.changes },
      ...(finding ? { diagnostics: [shown(finding, view, client)] } : {}),
      ...(certain === true ? { isPreferred: true } : {}),
    }
  );
}
