import { keyHeads } from "../plan/attention-tensors.js";
import { type QueryHead, queryHeads } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";
import type { Graph, Value } from "./graph.js";
import { weight } from "./weights.js";
import { lastAxis, reshaped, scaled, taken } from "./operations.js";

/** What all heads of a layer read. */
export interface Scene {
  /** [batch, tokens, H, d] */
  readonly q: Value;
  /** [batch, key heads, total, d] */
  readonly k: Value;
  /** [batch, P, total, dv] */
  readonly v: Value;
  /** Broadcasts to [batch, lanes, heads, tokens, total]; nothing where all see all. */
  readonly visible: Value | undefined;
}

/** The least float32, which leaves a hidden key no share. */
const HIDDEN = -3.4028234663852886e38;

/**
 * Softmax attention of the signal or of the noise heads, [batch, tokens, heads, dv] by their index.
 * Heads that read one KV pair lie in one lane and read it together, without a copy of it, where all
 * lanes are of one length; else each head is a lane of its own.
 */
export function attended(
  graph: Graph,
  layer: LayerPlan,
  role: QueryHead["role"],
  { q, k, v, visible }: Scene,
): Value {
  const heads = queryHeads(layer).filter((head) => head.role === role);
  const { pairs, order } = lanesOf(heads);
  const perLane = order.length / pairs.length;
  const [d, dv] = [layer.headDim.value.size, layer.valueDim.value];
  const own = layer.noiseKeys?.value === "own";
  const keyHead = pairs.map((pair) => (own ? 2 * pair + (role === "noise" ? 1 : 0) : pair));
  const queries = order.map(({ query }) => query);

  const lanes = (x: Value, size: number, indices: readonly number[]): Value =>
    graph.op("Unsqueeze", [taken(graph, x, 1, size, indices), graph.ints([2])]);
  const all = queryHeads(layer).length;
  const laneQueries = graph.op(
    "Transpose",
    [reshaped(graph, taken(graph, q, 2, all, queries), [0, 0, pairs.length, perLane, d])],
    { perm: [0, 2, 3, 1, 4] },
  );
  const keys = lanes(k, keyHeads(layer), keyHead);
  const keyColumns = graph.op("Transpose", [keys], { perm: [0, 1, 2, 4, 3] });
  const scores = scoresOf(graph, layer, laneQueries, keyColumns);
  const seen = visible ? graph.op("Where", [visible, scores, graph.floats([HIDDEN])]) : scores;
  const laneSinks =
    layer.sinks.value === "learned"
      ? reshaped(graph, taken(graph, weight("sinks"), 0, all, queries), [
          pairs.length,
          perLane,
          1,
          1,
        ])
      : undefined;
  const shares = softmax(graph, seen, laneSinks);
  const values = lanes(v, layer.kvPairs.value, pairs);
  const outputs = graph.op("Transpose", [graph.op("MatMul", [shares, values])], {
    perm: [0, 3, 1, 2, 4],
  });
  const byLane = reshaped(graph, outputs, [0, 0, heads.length, dv]);
  const placeOf = heads.map((head) => order.indexOf(head));
  return taken(graph, byLane, 2, heads.length, placeOf);
}

interface Lanes {
  /** The KV pair of each lane. */
  readonly pairs: readonly number[];
  /** The heads, lane after lane, all lanes of one length. */
  readonly order: readonly QueryHead[];
}

function lanesOf(heads: readonly QueryHead[]): Lanes {
  const order = heads.toSorted((a, b) => a.kvPair - b.kvPair);
  const pairs = [...new Set(order.map(({ kvPair }) => kvPair))];
  const perPair = heads.length / pairs.length;
  const even = pairs.every(
    (pair) => order.filter(({ kvPair }) => kvPair === pair).length === perPair,
  );
  return even ? { pairs, order } : { pairs: heads.map(({ kvPair }) => kvPair), order: heads };
}

/** s = q·k × score_scale, then c·tanh(s / c) (gda-math.md, section 6, softcap). */
function scoresOf(graph: Graph, layer: LayerPlan, q: Value, keyColumns: Value): Value {
  const cap = layer.softcap?.value ?? 1;
  const products = graph.op("MatMul", [scaled(graph, q, layer.scoreScale.value / cap), keyColumns]);
  return layer.softcap ? scaled(graph, graph.op("Tanh", [products]), cap) : products;
}

/** A sink is one more score, whose share is dropped: it has no value. */
function softmax(graph: Graph, scores: Value, sinks: Value | undefined): Value {
  if (!sinks) return graph.op("Softmax", [scores], { axis: -1 });
  const shape = graph.op("Shape", [lastAxis(graph, scores, 0, 1)]);
  const column = graph.op("Expand", [sinks, shape]);
  const shares = graph.op("Softmax", [graph.op("Concat", [scores, column], { axis: -1 })], {
    axis: -1,
  });
  return lastAxis(graph, shares, 0, -1);
}
