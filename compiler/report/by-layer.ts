import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { significant } from "../plan/numbers.js";
import { type Shown, type ShownFact, textOf } from "../plan/facts.js";
import { width, wrap } from "./table.js";

interface Placed {
  readonly layer: number;
  readonly shown: Shown;
}

/** What there is not needs no line. */
const absent = ["none", "[]"];

/** Facts with more values than this are set as a grid. */
const mostLines = 4;
const nameWidth = 16;
const room = width - 2 - nameWidth;

/** Facts of layers by name; layers that are alike stand together. */
export function byLayerSection(
  { layers }: ModelPlan,
  factsOf: (layer: LayerPlan) => readonly ShownFact[],
): readonly string[] {
  const facts = layers.flatMap((layer) =>
    factsOf(layer)
      .filter(({ shown }) => !absent.includes(shown.form))
      .map(({ name, shown }) => ({ name, layer: layer.index, shown })),
  );
  return grouped(facts, ({ name }) => name).flatMap((placed) => {
    const name = placed[0]?.name ?? "";
    return valuesOf(placed, layers.length).map((line, i) =>
      `  ${(i === 0 ? name : "").padEnd(nameWidth)}${line}`.trimEnd(),
    );
  });
}

function valuesOf(placed: readonly Placed[], count: number): readonly string[] {
  const values = grouped(placed, ({ shown }) => textOf(shown));
  return values.length <= mostLines
    ? aligned(values, count)
    : grouped(placed, ({ shown }) => shown.form).flatMap((alike) => grid(alike, count));
}

/** Each value with its layers beside it, unless it is that of all. */
function aligned(values: readonly (readonly Placed[])[], count: number): readonly string[] {
  const sets = values.map((same) =>
    same.length === count
      ? ""
      : layerSet(
          same.map(({ layer }) => layer),
          count,
        ),
  );
  const setWidth = Math.max(...sets.map((set) => set.length)) + 2;
  return values.flatMap((same, i) => {
    const words = same[0] ? textOf(same[0].shown).split(/(?<=,) /) : [];
    const [first = "", ...others] = wrap(words, room - setWidth);
    const textWidth = room - setWidth;
    return [`${first.padEnd(textWidth)}  ${sets[i] ?? ""}`.trimEnd(), ...others];
  });
}

/** The number of each layer, in rows. */
function grid(alike: readonly Placed[], count: number): readonly string[] {
  const digits = String(count - 1).length;
  const numbers = alike.map(({ shown }) => shown.number ?? 0);
  const most = Math.max(...numbers.map(Math.abs));
  const text = (number: number): string =>
    most >= 0.1 && most < 1000 ? number.toFixed(4) : significant(number, 4);
  const cells = alike.map(
    ({ layer }, i) => `${String(layer).padStart(digits)}: ${text(numbers[i] ?? 0)}`,
  );
  const cellWidth = Math.max(...cells.map((cell) => cell.length));
  const form = alike[0]?.shown.form.replace("…", "by layer") ?? "";
  return [
    form,
    ...wrap(
      cells.map((cell) => cell.padEnd(cellWidth)),
      room,
      "   ",
    ),
  ];
}
