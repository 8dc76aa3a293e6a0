import { keyHeads } from "../plan/attention-tensors.js";
import { totals } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";
import { attended } from "./attend.js";
import { gated, lambdaOf, normedHeads, subtracted } from "./finish.js";
import { Graph, type Value } from "./graph.js";
import { linear, reshaped } from "./operations.js";
import { placesOf, visibleKeys } from "./places.js";
import { keysAndValues, queries } from "./projections.js";
import { bias, weight } from "./weights.js";

/**
 * One attention layer as a graph of standard operators (opset 17), from x [batch, tokens, hidden]
 * and the K and V of earlier tokens to y and the K and V of all (gda-math.md, section 4; language.md,
 * section 2). New tokens stand behind the past, whose length may be 0: one graph prefills and decodes.
 */
export function layerGraph(layer: LayerPlan, hidden: number): Graph {
  const graph = new Graph();
  const kept = {
    keys: (tokens: string) => ["batch", keyHeads(layer), tokens, layer.headDim.value.size],
    values: (tokens: string) => ["batch", layer.kvPairs.value, tokens, layer.valueDim.value],
  };
  const tokens = ["batch", "tokens", hidden];
  const x = graph.input("x", "float32", tokens, "Rows of the residual stream, normed.");
  const pastKeys = graph.input(
    "past_keys",
    "float32",
    kept.keys("past"),
    "Keys of all earlier tokens, as `present_keys` gave them; none (past = 0) to begin with.",
  );
  const pastValues = graph.input(
    "past_values",
    "float32",
    kept.values("past"),
    "Values of all earlier tokens, as `present_values` gave them.",
  );
  graph.begin("places");
  const places = placesOf(graph, x, pastKeys);
  graph.begin("keys_values");
  const made = keysAndValues(graph, layer, x, places.positions);
  const appended = (past: Value, now: Value): Value =>
    graph.op("Concat", [past, graph.op("Transpose", [now], { perm: [0, 2, 1, 3] })], { axis: 2 });
  const [k, v] = [appended(pastKeys, made.k), appended(pastValues, made.v)];
  graph.begin("queries");
  const { q, latent } = queries(graph, layer, x, places.positions);

  graph.begin("mask");
  const visible = visibleKeys(graph, layer.mask.value, places);
  const scene = { q, k, v, visible };
  graph.begin("signal");
  const signal = attended(graph, layer, "signal", scene);
  graph.begin("lambda");
  const lambda = lambdaOf(graph, layer, x);
  graph.begin("noise");
  const core = lambda
    ? subtracted(graph, layer, signal, attended(graph, layer, "noise", scene), lambda)
    : signal;
  graph.begin("heads");
  const heads = gated(graph, layer, normedHeads(graph, layer, core), x, latent);
  graph.begin("output");
  const flat = reshaped(graph, heads, [0, 0, totals(layer).signal * layer.valueDim.value]);
  const y = linear(graph, flat, weight("o"), bias(layer, "o"));

  graph.output("y", y, tokens, "What the layer adds to the residual stream.");
  graph.output("present_keys", k, kept.keys("total"), "Keys of all tokens, after RoPE.");
  graph.output("present_values", v, kept.values("total"), "Values of all tokens.");
  return graph;
}
