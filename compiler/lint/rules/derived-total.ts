import { listed } from "../../../grammar/suggest.js";
import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { Body, Expr, Fact as FactItem, Item } from "../../../grammar/tree.js";
import { deriveHeads } from "../../heads/derive.js";
import type { Heads, WrittenClass, WrittenHeads } from "../../heads/written.js";
import { chainOf } from "../../names/chain.js";
import { within } from "../../names/module.js";
import type { Fact } from "../../plan/plan.js";
import { lintRule, noOptions } from "../rule.js";
import { hasErrors } from "../subject.js";
import { cutItem } from "../tree.js";

const row = rule<{ readonly name: string; readonly value: string; readonly others: string }>(
  "GDA9019",
  "derived-total",
  ({ name, value, others }) => `\`${name}: ${value}\` follows from ${others}.`,
  "warning",
);

/** The totals of a layer, those first that are the least telling beside the others. */
const totals = ["heads", "signal_heads", "noise_heads", "ratio", "groups", "kv_pairs"] as const;
type Total = (typeof totals)[number];

const named = {
  heads: "heads",
  signal_heads: "signalHeads",
  noise_heads: "noiseHeads",
  ratio: "ratio",
  groups: "groups",
  kv_pairs: "kvPairs",
} as const satisfies Readonly<Record<Total, keyof WrittenHeads>>;

interface Said {
  readonly item: FactItem;
  readonly fact: Fact<number>;
}

/**
 * Tries the derivation of language.md, section 6, without each total in turn. Only where a model
 * states all its head facts itself, for all layers, and as plain numbers: there nothing else can
 * come to depend on the total.
 */
export const derivedTotal = lintRule({
  row,
  set: "strict",
  doc: "A total of heads is written that follows from other head facts.",
  options: noOptions,
  check({ module, analysis }, _options, report) {
    if (hasErrors(analysis)) return;
    for (const declaration of module.tree.declarations) {
      if (declaration.kind !== "model") continue;
      const { links, base } = chainOf({ declaration, module }, () => undefined);
      const above = links.slice(0, -1).flatMap((link) => attentionOf(link.declaration.body));
      if (base || above.some(speaksOfHeads)) continue;
      const items = attentionOf(declaration.body);
      const byLayer = items.flatMap((item) =>
        item.kind === "layers" ? (item.body?.items ?? []) : [],
      );
      const said = saidBy(items);
      const classes = classesOf(items);
      if (!said || said.size === 0 || !classes || byLayer.some(speaksOfHeads)) continue;
      const at = within(module, declaration.span);
      const all = settled(said, classes, at);
      const kept = new Map(said);
      for (const name of totals) {
        const one = kept.get(name);
        if (!one || kept.size + classes.length === 1) continue;
        kept.delete(name);
        if (settled(kept, classes, at) !== all || all === undefined) {
          kept.set(name, one);
          continue;
        }
        const others = [...kept.keys()].map((other) => `\`${other}\``);
        if (classes.length > 0) others.push("the groups");
        const span = within(module, one.item.span);
        const edits = [{ span: cutItem(module, items, items.indexOf(one.item)), text: "" }];
        const value = module.text.slice(one.item.value?.span.start, one.item.value?.span.end);
        const parameters = { name, value, others: listed(others, "and") };
        const fixes = [{ title: `Remove \`${name}\``, edits }];
        report(diagnose(row, span, parameters, { fixes, tags: ["unnecessary"] }));
      }
    }
  },
});

function attentionOf(body: Body | undefined): readonly Item[] {
  return (body?.items ?? []).flatMap((item) =>
    item.kind === "amend" && item.key.text === "attention" ? item.body.items : [],
  );
}

function speaksOfHeads(item: Item): boolean {
  return (
    item.kind === "group" ||
    ((item.kind === "fact" || item.kind === "amend") && isTotal(item.key.text))
  );
}

function isTotal(name: string): name is Total {
  return totals.some((total) => total === name);
}

/** The totals that are plain numbers; nothing where one is not. */
function saidBy(items: readonly Item[]): ReadonlyMap<Total, Said> | undefined {
  const said = new Map<Total, Said>();
  for (const item of items) {
    if (item.kind !== "fact" || !isTotal(item.key.text)) continue;
    const fact = plain(item.value);
    if (!fact) return undefined;
    said.set(item.key.text, { item, fact });
  }
  return said;
}

function classesOf(items: readonly Item[]): readonly WrittenClass[] | undefined {
  const span = { file: "", start: 0, end: 0 };
  const classes: WrittenClass[] = [];
  for (const item of items) {
    if (item.kind !== "group") continue;
    const facts: Partial<Record<"count" | "signal" | "noise" | "ratio" | "kv", Fact<number>>> = {};
    if (item.count) {
      const count = plain(item.count);
      if (!count) return undefined;
      facts.count = count;
    }
    for (const inner of item.body?.items ?? []) {
      const name = inner.kind === "fact" ? inner.key.text : undefined;
      const fact = inner.kind === "fact" ? plain(inner.value) : undefined;
      if (!fact || (name !== "signal" && name !== "noise" && name !== "ratio" && name !== "kv")) {
        return undefined;
      }
      facts[name] = fact;
    }
    classes.push({ name: item.name?.text, span, ...facts });
  }
  return classes;
}

function plain(expr: Expr | undefined): Fact<number> | undefined {
  const value =
    expr?.kind === "number" ? expr.value : expr?.kind === "ratio" ? expr.signal : undefined;
  return value === undefined ? undefined : { value, origin: "written", from: [] };
}

/** The heads that some facts settle, as text to compare; nothing where they settle none. */
function settled(
  said: ReadonlyMap<Total, Said>,
  classes: readonly WrittenClass[],
  at: Parameters<typeof deriveHeads>[1],
): string | undefined {
  const given = Object.fromEntries([...said].map(([name, { fact }]) => [named[name], fact]));
  const { heads } = deriveHeads({ ...given, classes }, at);
  return heads && shown(heads);
}

function shown({ classes, kvPairs }: Heads): string {
  const counts = classes.map(({ name, groups, signal, noise, kv }) => [
    name,
    groups.value,
    signal.value,
    noise.value,
    kv?.value,
  ]);
  return JSON.stringify([counts, kvPairs.value]);
}
