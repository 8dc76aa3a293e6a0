import type { SourceSpan } from "../../../grammar/span.js";
import type { Row } from "../../facts/type.js";
import { layerSet } from "../../plan/layer-sets.js";
import type { ModelPlan } from "../../plan/plan.js";
import { headsHeader, headsRows } from "../../report/heads.js";
import { leftOut, typeText } from "../describe.js";
import type { View } from "../document.js";
import { block, link, paragraphs, table } from "../markdown.js";
import { summary } from "../plans.js";
import { type Valued, valuesOf } from "../values.js";

/** A fact: what it takes and says, and in a model what it is, layer by layer, and from where. */
export function factText(
  path: readonly string[],
  row: Row,
  plan: ModelPlan | undefined,
  view: View,
): string {
  const name = path.at(-1) ?? "";
  const head = row.type.type === "block" ? `${name} { … }` : `${name}: ${typeText(row.type)}`;
  return paragraphs(
    block(head),
    row.doc,
    leftOut(row),
    plan && valuesTable(valuesOf(plan, path), plan, view),
    plan && aboutHeads(path) ? headsTable(plan) : undefined,
    plan && path.join(".") === "attention" ? summary(plan) : undefined,
  );
}

/** The heads of a model by group and role, as `gda plan` shows them. */
export function headsTable(plan: ModelPlan): string {
  return table(headsHeader, headsRows(plan));
}

const headFacts = new Set(["heads", "signal_heads", "noise_heads", "groups", "kv_pairs", "ratio"]);

function aboutHeads([block, name = ""]: readonly string[]): boolean {
  if (block !== "attention") return false;
  return name === "" || headFacts.has(name) || name.startsWith("group");
}

function valuesTable(values: readonly Valued[], plan: ModelPlan, view: View): string {
  const rows = values.map(({ text, layers, origin, from }) => [
    `\`${text}\``,
    !layers || layers.length === plan.layers.length ? "" : layerSet(layers, plan.layers.length),
    [origin ?? "", ...places(from, view)].filter((part) => part !== "").join(", "),
  ]);
  return table(["value", "layers", "from"], rows);
}

/** Where a value comes from, as links: "line 5", or "base.gda:12". */
function places(from: readonly SourceSpan[], view: View): readonly string[] {
  const links = from.flatMap((span) => {
    const place = view.workspace.locate(span);
    if (!place) return [];
    const line = place.range.start.line + 1;
    const text = span.file === view.file ? `line ${line}` : `${span.file}:${line}`;
    return [link(text, `${place.uri}#L${line}`)];
  });
  return [...new Set(links)];
}
