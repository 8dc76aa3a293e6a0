import type { Style } from "../diagnostics/style.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import type { ModelPlan } from "../plan/plan.js";
import { table } from "../report/table.js";
import type { Move } from "./rewrites.js";

/** What `gda permute` does to each tensor; layers alike are one part. */
export function renderMoves(
  model: ModelPlan,
  target: ModelPlan,
  moves: readonly Move[],
  style: Style,
): string {
  const layers = model.layers.map(({ index }) => ({ index, rows: rowsOf(moves, index) }));
  const parts = grouped(layers, ({ rows }) => JSON.stringify(rows)).flatMap((alike) => {
    const set = layerSet(
      alike.map(({ index }) => index),
      model.layers.length,
    );
    return [[`${set}${alike.length > 1 ? ", N being the layer" : ""}`], ...(alike[0]?.rows ?? [])];
  });
  const around = rowsOf(moves, undefined);
  const turned = moves.some(({ pairs }) => pairs);
  const vectors = moves.some(({ rewrite }) => rewrite.target.tensor === "lambda_q1");
  const note =
    turned && vectors
      ? ["", "  The λ vectors stay as they are: λ takes their dot products alone."]
      : [];
  const lines = [
    style.strong(`${model.name}: ${storageText(model)} → ${storageText(target)}`),
    "",
    ...table(
      [...parts, ...(around.length > 0 ? [["around the layers"], ...around] : [])],
      ["left", "left", "left"],
    ),
    ...note,
  ];
  return `${lines.join("\n")}\n`;
}

/** "motif(order: blocked), RoPE half". */
export function storageText({ checkpoint, layers }: ModelPlan): string {
  const { family, order } = checkpoint.value;
  const pairings = [...new Set(layers.flatMap(({ rope }) => rope?.value.pairing ?? []))];
  const rope = pairings.length > 0 ? `, RoPE ${pairings.join(" and ")}` : "";
  return `${family}(order: ${order})${rope}`;
}

function rowsOf(moves: readonly Move[], layer: number | undefined): readonly (readonly string[])[] {
  return moves
    .filter(({ rewrite }) => rewrite.target.layer === layer)
    .map((move) => [`  ${move.rewrite.target.tensor}`, changeText(move), namesText(move)]);
}

function changeText({ rewrite, heads, pairs, norm }: Move): string {
  if (rewrite.kind === "fill") return `${rewrite.value} everywhere`;
  const moved = [...(heads ? ["heads"] : []), ...(pairs ? ["pairs"] : [])];
  if (moved.length > 0) return `${moved.join(" and ")} moved`;
  if (norm) return "× head norm";
  return rewrite.kind === "copy" && rewrite.source.name !== rewrite.target.name
    ? "renamed"
    : "as it is";
}

function namesText({ rewrite }: Move): string {
  const short = (name: string): string => name.replace(/(?<=(^|\.)layers\.)\d+/, "N");
  const target = short(rewrite.target.name);
  if (rewrite.kind !== "copy") return target;
  const source = short(rewrite.source.name);
  return source === target ? target : `${source} → ${target}`;
}
