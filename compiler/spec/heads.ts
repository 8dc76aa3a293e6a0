import { totals } from "../plan/heads.js";
import type { GroupClass, LayerPlan } from "../plan/plan.js";
import type { Row } from "./block.js";
import { numberText } from "./numbers.js";

/** The head counts of a block's layers: by totals where no layer has more to say, else by group. */
export function headRows(layers: readonly LayerPlan[]): readonly Row[] {
  return layers.every(isPlain) ? totalRows(layers) : groupRows(layers);
}

/** Whether `heads` and `kv_pairs` say all: MHA, GQA and MQA. */
function isPlain({ classes, kvPairs }: LayerPlan): boolean {
  const [only] = classes;
  return (
    classes.length === 1 &&
    only?.name === undefined &&
    only?.noise.value === 0 &&
    only.kv === undefined &&
    only.groups.value === kvPairs.value
  );
}

function totalRows(layers: readonly LayerPlan[]): readonly Row[] {
  const heads = layers.map((layer) => totals(layer).query);
  const pairs = layers.map(({ kvPairs }) => kvPairs.value);
  return [
    { path: ["heads"], said: heads.map(numberText), line: 0 },
    {
      path: ["kv_pairs"],
      said: pairs.map((count, layer) => (count === heads[layer] ? undefined : numberText(count))),
      line: 0,
    },
  ];
}

function groupRows(layers: readonly LayerPlan[]): readonly Row[] {
  const lists = new Set(layers.map(listOf));
  const groups = [...lists].flatMap((list) =>
    list.split(",").flatMap((name, index) => {
      const of = (layer: LayerPlan): GroupClass | undefined =>
        listOf(layer) === list ? layer.classes[index] : undefined;
      return classRows(name, layers.map(of), lists.size > 1);
    }),
  );
  const pairs: Row = {
    path: ["kv_pairs"],
    said: layers.map((layer) => {
      const follows = layer.classes.some(({ kv }) => kv) || isGroupEach(layer);
      return follows ? undefined : numberText(layer.kvPairs.value);
    }),
    line: 0,
  };
  return [...groups, pairs];
}

/** The names of a layer's classes, in memory order; the only class may have none. */
function listOf({ classes }: LayerPlan): string {
  return classes.map(({ name }) => name ?? "").join(",");
}

function isGroupEach(layer: LayerPlan): boolean {
  return layer.kvPairs.value === totals(layer).groups;
}

function classRows(
  name: string,
  classes: readonly (GroupClass | undefined)[],
  apart: boolean,
): readonly Row[] {
  const group = `group ${name}`.trimEnd();
  const row = (member: string, of: (c: GroupClass) => number | undefined): Row => ({
    path: [group, member],
    said: classes.map((c) => {
      const count = c && of(c);
      return count === undefined ? undefined : numberText(count);
    }),
    apart,
    line: 0,
  });
  return [
    row("count", ({ groups }) => groups.value),
    row("signal", ({ signal }) => signal.value),
    row("noise", ({ noise }) => noise.value),
    row("kv", ({ kv }) => kv?.value),
  ];
}
