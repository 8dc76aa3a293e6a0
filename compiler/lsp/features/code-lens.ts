import type { CodeLens } from "vscode-languageserver";
import type { Name } from "../../../grammar/tree.js";
import type { View } from "../document.js";
import { growthPlan, planOf, summary } from "../plans.js";

/** What a client runs for a lens, with a document's URI and the name of a model or a growth in it. */
const showPlan = "gda.showPlan";

/** Above each model and growth that has a plan: what comes out, and a way to see all of it. */
export function codeLenses(view: View): readonly CodeLens[] {
  return view.parsed.tree.declarations.flatMap((declaration) => {
    if (!declaration.name) return [];
    if (declaration.kind === "model") {
      const plan = planOf({ part: declaration, module: view.module }, view);
      return plan ? [lens(view, declaration.name, summary(plan))] : [];
    }
    const last =
      declaration.kind === "growth" ? growthPlan(declaration, view)?.stages.at(-1) : undefined;
    return last ? [lens(view, declaration.name, summary(last.model))] : [];
  });
}

function lens(view: View, name: Name, text: string): CodeLens {
  const title = `${text} · plan`;
  const command = { title, command: showPlan, arguments: [view.uri, name.text] };
  return { range: view.rangeOf(name.span), command };
}
