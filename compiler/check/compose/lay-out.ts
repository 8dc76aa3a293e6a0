import { diagnose } from "../../../grammar/diagnostic.js";
import { composition } from "../codes.js";
import { dotted, type LayersBlock, type Reading, type Statement } from "../read/statement.js";
import { Evaluator, type World } from "../values/evaluator.js";
import type { Sight } from "../values/sight.js";
import { compose } from "./compose.js";
import { LayerSets } from "./layer-sets.js";
import type { BlockNode } from "./node.js";
import { Overlaps } from "./overlaps.js";

/** What readings start from: nothing, or the facts of a derived plan, each layer with its own. */
export interface Base {
  readonly root: BlockNode;
  readonly layers: readonly BlockNode[] | undefined;
}

/** A model with everything in its place: what does not vary, and each layer with its own facts. */
export interface LaidOut {
  readonly root: Sight;
  readonly layers: readonly LayerSights[];
  /** Facts that a `layers` block with a wrong set would state: they are not missing. */
  readonly meant: ReadonlySet<string>;
}

export interface LayerSights {
  /** None where the number of layers is open, as in a family: then these are samples. */
  readonly layer: number | undefined;
  readonly attention: Sight | undefined;
  readonly mlp: Sight | undefined;
}

/** Puts the statements of a chain of declarations together, for every layer. */
export function layOut(base: Base, readings: readonly Reading[], world: World): LaidOut {
  const root = rootOf(base, readings, world);
  const parts = readings.map(partsOf);
  const layers = depthOf(root, base, world);
  const deep: World = { ...world, layers };
  const empty: BlockNode = { ...base.root, members: new Map() };
  if (layers === undefined) {
    const trees = samples(empty, parts, world);
    return {
      root,
      layers: trees.map((tree) => sights(tree, undefined, root, deep)),
      meant: new Set(),
    };
  }
  const sets = new LayerSets(root, layers);
  const overlaps = new Overlaps();
  /** Layers with the same blocks share a tree. */
  const trees = new Map<string, BlockNode>();
  const laidOut = Array.from({ length: layers }, (_, layer) => {
    const here = parts.map(({ plain, blocks }) => {
      const chosen = blocks.filter(({ block }) => sets.of(block)?.has(layer) === true);
      const said = chosen.flatMap(({ statements }) => statements);
      return { plain, chosen, said: chosen.length > 1 ? overlaps.sift(layer, said) : said };
    });
    const own = base.layers?.[layer];
    const key = JSON.stringify([
      own ? layer : "",
      ...here.map(({ chosen }) => chosen.map(({ index }) => index)),
    ]);
    const tree = trees.get(key) ?? build(own ?? empty, here, world);
    trees.set(key, tree);
    return sights(tree, layer, root, deep);
  });
  for (const finding of overlaps.findings()) world.report(finding);
  const failed = parts.flatMap(({ blocks }) => blocks.filter(({ block }) => !sets.of(block)));
  const meant = failed.flatMap(({ statements }) => statements.map(({ path }) => dotted(path)));
  return { root, layers: laidOut, meant: new Set(meant) };
}

/** The facts outside `attention` and `mlp`, which are the same in every layer. */
function rootOf(base: Base, readings: readonly Reading[], world: World): Sight {
  const block = readings.reduce((tree, { statements }) => {
    const outer = statements.filter((said) => !isLayered(said));
    return compose(tree, outer, world.report);
  }, base.root);
  return { block, outer: undefined, evaluator: new Evaluator(world) };
}

/** How many layers; nothing where that is open or wrong. */
function depthOf(root: Sight, base: Base, world: World): number | undefined {
  const fact = root.evaluator.member(root, "layers");
  const count = fact?.value.type === "int" ? fact.value.value : undefined;
  const [own] = fact?.from ?? [];
  if (base.layers && count !== undefined && count !== base.layers.length && own) {
    world.report(diagnose(composition.stageDepth, own, { layers: base.layers.length }));
    return base.layers.length;
  }
  return count;
}

interface Parts {
  readonly plain: readonly Statement[];
  readonly blocks: readonly Part[];
}

interface Part {
  readonly block: LayersBlock;
  readonly index: number;
  readonly statements: Statement[];
}

/** What one body says of its layers: plainly, and in each `layers` block. */
function partsOf({ statements }: Reading): Parts {
  const layered = statements.filter(isLayered);
  const blocks = new Map<LayersBlock, Part>();
  for (const said of layered) {
    if (!said.layers) continue;
    const part = blocks.get(said.layers) ?? {
      block: said.layers,
      index: blocks.size,
      statements: [],
    };
    blocks.set(said.layers, part);
    part.statements.push(said);
  }
  return { plain: layered.filter((said) => !said.layers), blocks: [...blocks.values()] };
}

function isLayered({ path }: Statement): boolean {
  return path[0] === "attention" || path[0] === "mlp";
}

/** One layer: parent after parent, in each the plain facts and then the exceptions. */
function build(
  base: BlockNode,
  parts: readonly { readonly plain: readonly Statement[]; readonly said: readonly Statement[] }[],
  world: World,
): BlockNode {
  return parts.reduce(
    (tree, { plain, said }) => compose(compose(tree, plain, world.report), said, world.report),
    base,
  );
}

/** Where layers cannot be told apart: the plain facts, and those with each block by itself. */
function samples(empty: BlockNode, parts: readonly Parts[], world: World): readonly BlockNode[] {
  const blocks = parts.flatMap(({ blocks: own }) => own);
  // One block may amend what another states: alone it cannot tell whether something is missing.
  const lenient: World = blocks.length > 0 ? { ...world, report: () => undefined } : world;
  return [undefined, ...blocks].map((chosen) => {
    const here = parts.map(({ plain, blocks: own }) => ({
      plain,
      said: own.filter((part) => part === chosen).flatMap(({ statements }) => statements),
    }));
    return build(empty, here, lenient);
  });
}

function sights(
  tree: BlockNode,
  layer: number | undefined,
  outer: Sight,
  world: World,
): LayerSights {
  const evaluator = new Evaluator(world, layer);
  const sight = (name: string): Sight | undefined => {
    const block = tree.members.get(name);
    return block?.node === "block" ? { block, outer, evaluator } : undefined;
  };
  return { layer, attention: sight("attention"), mlp: sight("mlp") };
}
