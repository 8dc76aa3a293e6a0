import type { TensorName } from "../plan/attention-tensors.js";
import type { BiasSite, LayerPlan } from "../plan/plan.js";
import type { Value } from "./graph.js";

/** A weight of the layer: it has the plan's name in the graph, where it is a constant or an input. */
export function weight(name: TensorName): Value {
  return { name };
}

/** The bias of a projection, if it has one. */
export function bias(layer: LayerPlan, site: BiasSite): Value | undefined {
  return layer.bias.value.includes(site) ? weight(`${site}_bias`) : undefined;
}
