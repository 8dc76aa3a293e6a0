import { queryHeads, totals } from "../../plan/heads.js";
import type { Fact, Gate, HeadNorm, Lambda, LayerPlan, Mask } from "../../plan/plan.js";
import { parameters, type Parameters } from "../pieces/parameters.js";
import { ident, joined, wgsl, type Item } from "../text/code.js";
import type { Format } from "../text/format.js";

/**
 * A cell is what shares one noise map and one KV pair: a noise head with the signal heads that
 * subtract it, or without noise heads those query heads of a group that read one KV pair.
 */
export interface Cell {
  readonly signals: readonly HeadAt[];
  readonly noise: HeadAt | undefined;
  readonly pair: number;
}

/** A head among all query heads, and among the heads of its role. */
export interface HeadAt {
  readonly query: number;
  readonly index: number;
}

/** The grouped differential core over cells of equal shape: q, K and V to normalised heads. */
export interface CoreOp {
  readonly cells: readonly Cell[];
  /** Signal heads in each cell. */
  readonly signals: number;
  readonly hasNoise: boolean;
  /** K of the noise heads lies after that of the signal heads in a key row. */
  readonly ownKeys: boolean;
  readonly headDim: number;
  readonly valueDim: number;
  readonly queryHeads: number;
  readonly signalHeads: number;
  readonly mask: Fact<Mask>;
  readonly scale: Fact<number>;
  readonly softcap: Fact<number> | undefined;
  readonly lambda: Fact<Lambda> | undefined;
  /** Heads of the layer for which a sigmoid λ has a logit. */
  readonly lambdaHeads: number;
  readonly headNorm: Fact<HeadNorm> | undefined;
  readonly gate: Fact<Gate> | undefined;
  readonly parameters: Parameters;
  readonly cache: Format;
}

/** KV pairs that the cells read, as many as the cache must have for them. */
export function pairsOf({ cells: all }: CoreOp): number {
  return 1 + Math.max(...all.map(({ pair }) => pair));
}

/** One core for each shape of cell: groups of different ratio in one layer are several. */
export function coreOps(layer: LayerPlan, cache: Format): readonly CoreOp[] {
  const all = totals(layer);
  const lambda = layer.lambda;
  const byShape = new Map<string, Cell[]>();
  for (const cell of cells(layer)) {
    const shape = `${cell.signals.length} ${cell.noise !== undefined}`;
    const alike = byShape.get(shape);
    if (alike) alike.push(cell);
    else byShape.set(shape, [cell]);
  }
  return [...byShape.values()].map((alike) => ({
    cells: alike,
    signals: alike[0]?.signals.length ?? 0,
    hasNoise: alike[0]?.noise !== undefined,
    ownKeys: layer.noiseKeys?.value === "own",
    headDim: layer.headDim.value.size,
    valueDim: layer.valueDim.value,
    queryHeads: all.query,
    signalHeads: all.signal,
    mask: layer.mask,
    scale: layer.scoreScale,
    softcap: layer.softcap,
    lambda: alike[0]?.noise === undefined ? undefined : lambda,
    lambdaHeads: lambda?.value.kind === "sigmoid" ? all[lambda.value.per] : 0,
    headNorm: layer.headNorm,
    gate: layer.gate,
    parameters: parameters(layer),
    cache,
  }));
}

function cells(layer: LayerPlan): readonly Cell[] {
  const heads = queryHeads(layer);
  const noise = heads.filter((head) => head.role === "noise");
  const found = new Map<string, { signals: HeadAt[]; noise: HeadAt | undefined; pair: number }>();
  for (const head of heads) {
    if (head.role === "noise") continue;
    const key = head.noise === undefined ? `${head.group} ${head.kvPair}` : String(head.noise);
    const cell = found.get(key) ?? {
      signals: [],
      noise: head.noise === undefined ? undefined : noise[head.noise],
      pair: head.kvPair,
    };
    cell.signals.push(head);
    found.set(key, cell);
  }
  return [...found.values()].flatMap(split);
}

/** The most heads of a cell without noise: more share less of what a kernel can hold. */
const mostSignals = 8;

/** Without a noise map to share, a cell of many heads becomes several alike. */
function split(cell: Cell): readonly Cell[] {
  const count = cell.signals.length;
  if (cell.noise !== undefined || count <= mostSignals) return [cell];
  const sizes = Array.from({ length: mostSignals }, (_, i) => mostSignals - i);
  const size = sizes.find((heads) => count % heads === 0) ?? 1;
  return Array.from({ length: count / size }, (_, i) => ({
    ...cell,
    signals: cell.signals.slice(i * size, (i + 1) * size),
  }));
}

/** The index map in the text of a kernel: heads and KV pair of each cell. */
export interface CellTable {
  /** (query, index) of signal head i of a cell at `cell * signals + i`. */
  readonly signals: Item;
  /** (noise query, noise index, pair, 0) of each cell. */
  readonly cells: Item;
}

/** One table an operation: an item is declared once, however often a kernel prints it. */
const tables = new WeakMap<CoreOp, CellTable>();

export function cellTable(op: CoreOp): CellTable {
  const known = tables.get(op);
  if (known) return known;
  const signals = op.cells.flatMap((cell) =>
    cell.signals.map((head) => wgsl`vec2u(${head.query}, ${head.index}),`),
  );
  const rows = op.cells.map(
    ({ noise, pair }) => wgsl`vec4u(${noise?.query ?? 0}, ${noise?.index ?? 0}, ${pair}, 0),`,
  );
  const table = (name: string, type: string, lines: typeof rows): Item => ({
    kind: "item",
    name,
    text: wgsl`const ${ident(name)} = array<${ident(type)}, ${lines.length}>(
${joined(lines, "\n")}
);`,
  });
  const made = {
    signals: table("signal_heads", "vec2u", signals),
    cells: table("cells", "vec4u", rows),
  };
  tables.set(op, made);
  return made;
}
