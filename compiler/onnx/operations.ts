import type { Graph, Value } from "./graph.js";

/** x · weightᵀ + bias: `weight` is out × in, as stored. */
export function linear(graph: Graph, x: Value, weight: Value, bias?: Value): Value {
  const product = graph.op("MatMul", [x, graph.op("Transpose", [weight], { perm: [1, 0] })]);
  return bias ? graph.op("Add", [product, bias]) : product;
}

/** x × a number. */
export function scaled(graph: Graph, x: Value, factor: number): Value {
  return factor === 1 ? x : graph.op("Mul", [x, graph.floats([factor])]);
}

/** The same numbers in another shape; 0 keeps the size of that axis. */
export function reshaped(graph: Graph, x: Value, shape: readonly number[]): Value {
  return graph.op("Reshape", [x, graph.ints(shape)]);
}

/** Entries of one axis, which has `size` of them, in the order of `indices`. */
export function taken(
  graph: Graph,
  x: Value,
  axis: number,
  size: number,
  indices: readonly number[],
): Value {
  if (indices.length === size && indices.every((index, i) => index === i)) return x;
  return graph.op("Gather", [x, graph.ints(indices)], { axis });
}

/** Entries `first` to `end` of the last axis. */
export function lastAxis(graph: Graph, x: Value, first: number, end: number): Value {
  return graph.op("Slice", [x, ...[first, end, -1].map((number) => graph.ints([number]))]);
}

/** x / √(mean(x²) + ε) ⊙ weight, over the last axis. */
export function rmsNorm(graph: Graph, x: Value, weight: Value, eps: number): Value {
  const squares = graph.op("ReduceMean", [graph.op("Mul", [x, x])], { axes: [-1] });
  const root = graph.op("Sqrt", [graph.op("Add", [squares, graph.floats([eps])])]);
  return graph.op("Mul", [graph.op("Div", [x, root]), weight]);
}

/** x − mean(x), over the last axis. */
export function centred(graph: Graph, x: Value): Value {
  return graph.op("Sub", [x, graph.op("ReduceMean", [x], { axes: [-1] })]);
}
