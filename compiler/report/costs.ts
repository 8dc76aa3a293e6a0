import { cacheBytes, cachedValues, parameters, weightBytes } from "../plan/costs.js";
import { type Flops, decodeFlops, prefillFlops } from "../plan/flops.js";
import type { ModelPlan } from "../plan/plan.js";
import { thousands } from "../plan/numbers.js";
import { cachedScales } from "../plan/scaled-cache.js";
import { amount, byteSize, flops } from "./numbers.js";
import { type Align, table } from "./table.js";

/** Parameters by part, with their share of all, and the bytes that they take as they are stored. */
export function parametersSection(plan: ModelPlan): readonly string[] {
  const { total, parts } = parameters(plan);
  const row = (name: string, of: number): readonly string[] => [
    name,
    amount(of),
    thousands(of),
    `${((100 * of) / total).toFixed(1)} %`,
  ];
  const rows = parts.filter((part) => part.parameters > 0);
  return table(
    [
      ...rows.map(({ part, parameters: of }) => row(part, of)),
      row("together", total),
      [`as ${plan.dtype.value.weights}`, byteSize(weightBytes(plan))],
    ],
    ["left", "right", "right", "right"],
  );
}

/** Bytes of the KV cache: for a token, and for a whole context. */
export function cacheSection(plan: ModelPlan): readonly string[] {
  const perToken = cacheBytes(plan);
  const context = plan.context.value;
  const { cache } = plan.dtype.value;
  const values = range(plan.layers.map(cachedValues));
  const scales = range(plan.layers.map((layer) => cachedScales(layer, cache)));
  const beside = cache === "i8" ? ` and ${scales} scales of f32` : "";
  return table(
    [
      ["a token", byteSize(perToken)],
      [`${thousands(context)} tokens`, byteSize(perToken * context)],
      ["a token and layer", `${values} values of ${cache}${beside}`],
    ],
    ["left", "left"],
  );
}

function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? thousands(least) : `${thousands(least)} to ${thousands(most)}`;
}

/** FLOPs of one token, in a prompt and after it. */
export function flopsSection(plan: ModelPlan, lengths: Lengths): readonly string[] {
  const row = (name: string, of: Flops): readonly string[] => [
    name,
    ...[of.projections, of.core, of.mlp, of.head, of.total].map(flops),
  ];
  const header = ["", "projections", "core", "mlp", "head", "together"];
  const rows = [
    header,
    row(`prefill of ${thousands(lengths.prefill)}`, prefillFlops(plan, lengths.prefill)),
    row(`decode after ${thousands(lengths.cached)}`, decodeFlops(plan, lengths.cached)),
  ];
  const used = header.map((_, column) =>
    rows.some((cells, i) => i > 0 && cells[column] !== "0 FLOP"),
  );
  const aligns: readonly Align[] = ["left", "right", "right", "right", "right", "right"];
  return table(
    rows.map((cells) => cells.filter((_, column) => used[column])),
    aligns,
  );
}

/** How long the prompt is, and how many tokens are cached when one is decoded. */
export interface Lengths {
  readonly prefill: number;
  readonly cached: number;
}
