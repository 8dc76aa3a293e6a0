import type { Mask } from "../plan/plan.js";
import type { Graph, Value } from "./graph.js";

/** The size of an axis, a scalar. */
function sizeOf(graph: Graph, x: Value, axis: number): Value {
  return graph.op("Gather", [graph.op("Shape", [x]), graph.ints([axis], [])], { axis: 0 });
}

/** Where the tokens of a call stand in their sequences. */
export interface Places {
  /** [tokens]: from the end of the past on. */
  readonly positions: Value;
  /** [total]: past and new tokens alike. */
  readonly keys: Value;
}

export function placesOf(graph: Graph, x: Value, pastKeys: Value): Places {
  const past = sizeOf(graph, pastKeys, 2);
  const total = graph.op("Add", [past, sizeOf(graph, x, 1)]);
  const [zero, one] = [graph.ints([0], []), graph.ints([1], [])];
  return {
    positions: graph.op("Range", [past, total, one]),
    keys: graph.op("Range", [zero, total, one]),
  };
}

/**
 * Which keys each query sees, [tokens, total], or [batch, 1, 1, tokens, total] with a prefix, which
 * is a length for each sequence. Nothing where all see all (gda-math.md, section 6; plan.ts, Mask).
 */
export function visibleKeys(
  graph: Graph,
  mask: Mask,
  { positions, keys }: Places,
): Value | undefined {
  if (mask.kind === "bidirectional") return undefined;
  const query = graph.op("Unsqueeze", [positions, graph.ints([1])]);
  const back = graph.op("Sub", [query, keys]);
  const causal = graph.op("GreaterOrEqual", [back, graph.ints([0], [])]);
  switch (mask.kind) {
    case "causal":
      return causal;
    case "window":
      return graph.op("And", [causal, graph.op("Less", [back, graph.ints([mask.keys], [])])]);
    case "prefix": {
      const doc = "First tokens of each sequence that all its tokens see.";
      const prefix = graph.input("prefix", "int64", ["batch"], doc);
      const lengths = graph.op("Unsqueeze", [prefix, graph.ints([1, 2, 3, 4])]);
      return graph.op("Or", [causal, graph.op("Less", [keys, lengths])]);
    }
  }
}
