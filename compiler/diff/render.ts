import type { LineIndex } from "../diagnostics/lines.js";
import { lineIndexes } from "../diagnostics/lines.js";
import type { Style } from "../diagnostics/style.js";
import type { Source } from "../../grammar/span.js";
import { valueText } from "../growth/differences.js";
import type { ShownFact } from "../plan/facts.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { table } from "../report/table.js";
import { type Change, type Diff, type Effect, effects, type RewritePath } from "./classify.js";
import type { ChangedTensor } from "./tensors.js";

const headings: Readonly<Record<Effect, string>> = {
  same: "The same checkpoint loads, the function stays",
  function: "The same checkpoint loads, the function changes",
  rewrite: "The checkpoint loads after a rewrite, the function stays",
  incompatible: "No rewrite of the checkpoint keeps the function",
};

/** What `gda diff` shows. */
export function renderDiff(
  found: Diff,
  sources: ReadonlyMap<string, Source>,
  style: Style,
): string {
  const { left, right, changes, tensors, rewrite } = found;
  const title = `${style.strong(left.name)} → ${style.strong(right.name)}`;
  if (changes.length === 0) return `${title}  the same in every value\n`;
  const indexOf = lineIndexes(sources);
  const sections = effects.flatMap((effect) => {
    const own = changes.filter((change) => change.effect === effect);
    if (own.length === 0) return [];
    return ["", style.strong(headings[effect]), ...changeLines(own, found, indexOf)];
  });
  const incompatible = changes.some(({ effect }) => effect === "incompatible");
  const lines = [
    title,
    ...sections,
    ...(incompatible ? tensorLines(tensors, left.layers.length, style) : []),
    ...rewriteLines(found, rewrite, style),
    "",
    summary(changes),
  ];
  return `${lines.join("\n")}\n`;
}

type IndexOf = (file: string) => LineIndex | undefined;

function changeLines(
  changes: readonly Change[],
  { left }: Diff,
  indexOf: IndexOf,
): readonly string[] {
  const rows = changes.map(({ difference: { name, layers, left: one, right: other } }) => [
    name,
    `${valueText(one)} → ${valueText(other)}`,
    layers && layers.length < left.layers.length ? layerSet(layers, left.layers.length) : "",
    [placeOf(one, other, indexOf), placeOf(other, one, indexOf)]
      .filter((place) => place !== "")
      .join(", "),
  ]);
  return table(rows, ["left", "left", "left", "left"]);
}

/** "motif.gda:12": the last place that the other value does not share. */
function placeOf(
  fact: ShownFact | undefined,
  other: ShownFact | undefined,
  indexOf: IndexOf,
): string {
  const shared = new Set((other?.fact.from ?? []).map(({ file, start }) => `${file}:${start}`));
  const places = fact?.fact.from ?? [];
  const own = places.filter(({ file, start }) => !shared.has(`${file}:${start}`));
  const span = own.at(-1) ?? places.at(-1);
  const line = span && indexOf(span.file)?.position(span.start).line;
  return span && line !== undefined ? `${span.file}:${line}` : "";
}

/** The tensors that have another shape, layers alike in one line. */
function tensorLines(
  tensors: readonly ChangedTensor[],
  count: number,
  style: Style,
): readonly string[] {
  if (tensors.length === 0) return [];
  const shape = (of: readonly number[] | undefined): string => of?.join(" × ") ?? "none";
  const alike = grouped(tensors, ({ tensor, left, right }) =>
    JSON.stringify([tensor, left, right]),
  );
  const rows = alike.map((same) => {
    const [first] = same;
    const layers = same.flatMap(({ layer }) => layer ?? []);
    const set = layers.length === 0 || layers.length === count ? "" : layerSet(layers, count);
    return [first?.tensor ?? "", `${shape(first?.left)} → ${shape(first?.right)}`, set];
  });
  return ["", style.strong("Weights, out × in"), ...table(rows, ["left", "left", "left"])];
}

/** The commands that make a checkpoint of the second model, or why there is none. */
function rewriteLines(
  { left, right, changes }: Diff,
  path: RewritePath,
  style: Style,
): readonly string[] {
  if (path.refusal !== undefined) return ["", path.refusal];
  if (changes.some(({ effect }) => effect === "incompatible")) return [];
  const commands = [...growCommands(path), ...permuteCommand(path)];
  if (commands.length === 0 && !path.growth) return [];
  const undeclared = path.growth
    ? [
        `growth ${left.name.replaceAll(".", "_")}To${right.name.replaceAll(".", "_")} {`,
        `  stage grown from ${left.name} at 0M tokens {`,
        ...path.growth.body.map((line) => `    ${line}`),
        "  }",
        "}",
      ]
    : [];
  return [
    "",
    style.strong("The rewrite"),
    ...undeclared.map((line) => `  ${line}`),
    ...(path.growth ? ["  gda grow SPEC --to grown --from CHECKPOINT -o GROWN"] : []),
    ...commands.map((command) => `  ${command}`),
  ];
}

function growCommands({ stages }: RewritePath): readonly string[] {
  return stages.map(({ file, stage }, i) => {
    const from = i === 0 ? "CHECKPOINT" : (stages[i - 1]?.stage.name ?? "").toUpperCase();
    const to = stage.name.toUpperCase();
    return `gda grow ${file} --to ${stage.model.name} --from ${from} -o ${to}`;
  });
}

function permuteCommand({ permute }: RewritePath): readonly string[] {
  if (!permute) return [];
  const to = permute.to === undefined ? "" : ` --to '${permute.to}'`;
  const rope = permute.rope === undefined ? "" : ` --rope ${permute.rope}`;
  return [`gda permute SPEC --from CHECKPOINT -o PERMUTED${to}${rope}`];
}

/** "3 changes: 1 loads as it is, 2 after a rewrite." */
function summary(changes: readonly Change[]): string {
  const words: Readonly<Record<Effect, string>> = {
    same: "of no effect on the function",
    function: "of the function",
    rewrite: "by a rewrite",
    incompatible: "incompatible",
  };
  const counts = effects.flatMap((effect) => {
    const count = changes.filter((change) => change.effect === effect).length;
    return count === 0 ? [] : [`${count} ${words[effect]}`];
  });
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"}: ${counts.join(", ")}`;
}
