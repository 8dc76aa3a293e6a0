import type { ModelPlan } from "../plan/plan.js";
import { type Tensor, layerTensors, outerTensors, sizeOf } from "../plan/tensors.js";
import { grouped, layerSet } from "../plan/layer-sets.js";
import { thousands } from "../plan/numbers.js";
import { table } from "./table.js";

/** Shapes of all weights, out × in; layers that have the same stand together. */
export function tensorsSection(plan: ModelPlan): readonly string[] {
  const layers = plan.layers.map((layer) => ({
    index: layer.index,
    tensors: layerTensors(plan, layer),
  }));
  const alike = grouped(layers, ({ tensors }) => JSON.stringify(tensors));
  const rows = alike.flatMap((same) => [
    [
      layerSet(
        same.map(({ index }) => index),
        plan.layers.length,
      ),
    ],
    ...(same[0]?.tensors ?? []).map((tensor) => tensorRow(tensor, "  ")),
  ]);
  return table(
    [...rows, ...outerTensors(plan).map((tensor) => tensorRow(tensor, ""))],
    ["left", "left", "right"],
  );
}

function tensorRow(tensor: Tensor, indent: string): readonly string[] {
  return [
    `${indent}${tensor.name}`,
    tensor.shape.map(thousands).join(" × "),
    thousands(sizeOf(tensor)),
  ];
}
