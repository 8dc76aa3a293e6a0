import { setText } from "./layer-set.js";
import { type Said, statement, textOf } from "./said.js";

/** One fact of a block, as each layer would say it. */
export interface Row {
  /** Its name, behind that of the block in this one where it has one: `latent`, `kv`. */
  readonly path: readonly [string] | readonly [string, string];
  /** By layer; nothing where it is left out. */
  readonly said: readonly (Said | undefined)[];
  /** What a layer says that leaves it out where others do not; without it, it is `derive`. */
  readonly leftOut?: string;
  /** Whether no layer can leave it out alone: it comes and goes with its block. */
  readonly withBlock?: boolean;
  /** Whether layers have it in a sequence of their own, so that each says it for itself. */
  readonly apart?: boolean;
  /** Which facts stand together on a line. */
  readonly line: number;
}

/** What a parent states of a fact. */
export type Inherited = (path: readonly string[]) => Said | undefined;

/** A block's text between its braces, line by line. */
export function blockLines(rows: readonly Row[], inherited: Inherited): readonly string[] {
  const bases = new Map(rows.map((row) => [row, baseOf(row)]));
  const count = rows[0]?.said.length ?? 0;
  const common = rows.flatMap((row) => commonItem(row, bases.get(row), inherited(row.path)));
  const lines = new Map<number, Item[]>();
  for (const item of common) {
    lines.set(item.row.line, [...(lines.get(item.row.line) ?? []), item]);
  }
  return [
    ...[...lines.values()].map((items) => itemsText(items)),
    ...exceptions(rows, bases, count),
  ];
}

interface Item {
  readonly row: Row;
  readonly text: string;
}

/** What most layers say; of equally many the one of the last layer. */
function baseOf({ said, withBlock, apart }: Row): Said | undefined {
  if (apart || (withBlock && said.includes(undefined))) return undefined;
  const counts = new Map<string, { readonly said: Said | undefined; count: number }>();
  for (const one of said.toReversed()) {
    const key = keyOf(one);
    const known = counts.get(key) ?? { said: one, count: 0 };
    counts.set(key, known);
    known.count += 1;
  }
  return [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best)).said;
}

function keyOf(said: Said | undefined): string {
  return said === undefined ? "" : textOf(said);
}

function commonItem(
  row: Row,
  base: Said | undefined,
  inherited: Said | undefined,
): readonly Item[] {
  // An inherited member of a block that is not there waits for the block.
  const waits = base === undefined && row.withBlock;
  if (waits || keyOf(base) === keyOf(inherited)) return [];
  return [{ row, text: sentence(row, base, inherited) }];
}

function sentence(row: Row, said: Said | undefined, base: Said | undefined): string {
  const name = row.path.at(-1) ?? "";
  return said === undefined ? `${name}: ${row.leftOut ?? "derive"}` : statement(name, said, base);
}

/**
 * The layers that are not like the others, in the fewest blocks: one for each kind of layer, or one
 * for each set of layers with facts in common.
 */
function exceptions(
  rows: readonly Row[],
  bases: ReadonlyMap<Row, Said | undefined>,
  count: number,
): readonly string[] {
  const layers = Array.from({ length: count }, (_, i) => i);
  const itemsOf = (layer: number): readonly Item[] =>
    rows.flatMap((row) => {
      const [said, base] = [row.said[layer], bases.get(row)];
      return keyOf(said) === keyOf(base) ? [] : [{ row, text: sentence(row, said, base) }];
    });
  const byKind = new Map<string, { layers: number[]; readonly items: readonly Item[] }>();
  const byFact = new Map<string, { layers: number[]; readonly items: Item[] }>();
  for (const layer of layers) {
    const items = itemsOf(layer);
    if (items.length === 0) continue;
    put(byKind, itemsText(items), layer, () => [...items]);
    for (const item of items)
      put(byFact, `${item.row.path.join(".")} ${item.text}`, layer, () => [item]);
  }
  const bySet = new Map<string, { layers: number[]; readonly items: Item[] }>();
  for (const { layers: some, items } of byFact.values()) {
    const key = setText(some, count);
    const known = bySet.get(key) ?? { layers: some, items: [] };
    bySet.set(key, known);
    known.items.push(...items);
  }
  const ordered = rows.some(({ apart }) => apart);
  const blocks = [...(bySet.size < byKind.size && !ordered ? bySet : byKind).values()];
  return blocks.map(
    ({ layers: some, items }) => `layers ${setText(some, count)} { ${itemsText(items)} }`,
  );
}

function put(
  blocks: Map<string, { layers: number[]; readonly items: readonly Item[] }>,
  key: string,
  layer: number,
  items: () => Item[],
): void {
  const known = blocks.get(key);
  if (known) known.layers.push(layer);
  else blocks.set(key, { layers: [layer], items: items() });
}

/** Items side by side, those of one inner block in its braces. */
function itemsText(items: readonly Item[]): string {
  const inner = new Map<string, string[]>();
  for (const { row, text } of items) {
    const [name, member] = row.path;
    if (member === undefined) inner.set(text, []);
    else inner.set(name, [...(inner.get(name) ?? []), text]);
  }
  return [...inner]
    .map(([name, texts]) => (texts.length === 0 ? name : braced(name, texts)))
    .join(", ");
}

/** `latent { kv: 512 }`; how many groups there are stands in brackets, `group sharp[6] { … }`. */
function braced(name: string, texts: readonly string[]): string {
  const counted = texts.find((text) => text.startsWith("count: "));
  const others = texts.filter((text) => text !== counted);
  const brackets = counted === undefined ? "" : `[${counted.slice("count: ".length)}]`;
  return `${name}${brackets} { ${others.join(", ")} }`;
}
