import type { Fact, Group, Item } from "../../../grammar/tree.js";
import { analyze, type Analysis } from "../../analyze.js";
import { type Edit, edited } from "../../lint/fix.js";
import type { GroupClass, LayerPlan } from "../../plan/plan.js";
import type { View } from "../document.js";
import { importedFrom } from "../lints.js";
import type { Offer, Request } from "./offer.js";

const totals = ["heads", "signal_heads", "noise_heads", "groups", "ratio", "kv_pairs"];

/**
 * Head facts of a layer as a group, and a group as head facts: `heads: 40, ratio: 4:1` and
 * `group[8] { signal: 4, noise: 1 }` say the same. Offered where the text with the one in place of
 * the other has the very same plans, and no other file that could rest on the words.
 */
export function convertHeads({ view, selected }: Request): readonly Offer[] {
  const declaration = view.parsed.tree.declarations.find(
    ({ span }) => span.start <= selected.start && selected.end <= span.end,
  );
  if (declaration?.kind !== "model" || !declaration.name) return [];
  const { start } = declaration.name.span;
  const layer = view.analysis.models.find(({ span }) => span.start === start)?.layers[0];
  const attention = declaration.body?.items.find(
    (item) => item.kind === "amend" && item.key.text === "attention",
  );
  if (!layer || attention?.kind !== "amend") return [];
  const { items } = attention.body;
  const said = items.filter(isHeadFact);
  const isSelected = said.some(
    ({ span }) => span.start <= selected.end && selected.start <= span.end,
  );
  const text = isSelected ? replacement(said, layer) : undefined;
  if (text === undefined) return [];
  const edits = replacing(said, items, text, view);
  if (importedFrom(view).has(declaration.name.text) || !isSame(edits, view)) return [];
  const isGroup = said.some(({ kind }) => kind === "group");
  const title = isGroup ? `Write the totals: \`${text}\`` : `Write the group: \`${text}\``;
  return [{ title, kind: "refactor.rewrite", edits }];
}

function isHeadFact(item: Item): item is Fact | Group {
  return item.kind === "group" || (item.kind === "fact" && totals.includes(item.key.text));
}

/** The other way to say what is said: a group for totals, totals for the only group. */
function replacement(said: readonly (Fact | Group)[], layer: LayerPlan): string | undefined {
  const { classes, kvPairs } = layer;
  const [only, ...others] = classes;
  if (!only || others.length > 0 || only.name !== undefined) return undefined;
  const groups = said.filter((item) => item.kind === "group");
  if (groups.length === 0) return groupText(only, kvPairs.value);
  const isWhole = groups.length === 1 && groups[0]?.count !== undefined;
  return isWhole ? totalsText(only, kvPairs.value) : undefined;
}

function groupText({ groups, signal, noise }: GroupClass, pairs: number): string {
  const [n, s, z] = [groups.value, signal.value, noise.value];
  const inside = [`signal: ${s}`, `noise: ${z}`];
  const isEven = pairs % n === 0;
  if (isEven && pairs !== n) inside.push(`kv: ${pairs / n}`);
  const group = `group[${n}] { ${inside.join(", ")} }`;
  return isEven ? group : `${group}, kv_pairs: ${pairs}`;
}

function totalsText({ groups, signal, noise }: GroupClass, pairs: number): string {
  const [n, s, z] = [groups.value, signal.value, noise.value];
  const said = [`heads: ${n * (s + z)}`];
  if (z > 0) said.push(`ratio: ${s / z}:1`);
  if (z > 1) said.push(`groups: ${n}`);
  if (pairs !== (z > 0 ? n : n * s)) said.push(`kv_pairs: ${pairs}`);
  return said.join(", ");
}

/** The text in the place of the first item, and the others taken away, with their commas. */
function replacing(
  said: readonly (Fact | Group)[],
  items: readonly Item[],
  text: string,
  { file, source }: View,
): readonly Edit[] {
  return said.map((item, index): Edit => {
    const { start, end } = item.span;
    if (index === 0) return { span: { file, start, end }, text };
    const before = items[items.indexOf(item) - 1]?.span.end ?? start;
    // A comment between two items stays.
    const gap = source.text.slice(before, start);
    const from = /^[\s,]*$/.test(gap) ? before : start;
    return { span: { file, start: from, end }, text: "" };
  });
}

function isSame(edits: readonly Edit[], view: View): boolean {
  const text = edited(view.source.text, edits);
  const { modules } = view.analysis;
  const read = (file: string): string | undefined =>
    file === view.file ? text : modules.get(file)?.text;
  const after = analyze(view.file, { read });
  return (
    after.diagnostics.length === view.analysis.diagnostics.length &&
    valuesOf(after) === valuesOf(view.analysis)
  );
}

/** The values of all plans: places apart, and whether KV pairs are stated by group or in all. */
function valuesOf({ models, growths }: Analysis): string {
  const left = ["from", "origin", "span", "kv"];
  return JSON.stringify([models, growths], (key, value: unknown) =>
    left.includes(key) ? undefined : value,
  );
}
