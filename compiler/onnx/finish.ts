import { queryHeads, totals } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";
import type { Graph, Value } from "./graph.js";
import { centred, linear, reshaped, rmsNorm, scaled, taken } from "./operations.js";
import { weight } from "./weights.js";

/**
 * λ of each signal head: a scalar, or [batch, tokens, S, 1] where it depends on the token
 * (gda-math.md, section 5). Nothing without noise heads.
 */
export function lambdaOf(graph: Graph, layer: LayerPlan, x: Value): Value | undefined {
  const lambda = layer.lambda?.value;
  switch (lambda?.kind) {
    case undefined:
      return undefined;
    case "constant":
      return graph.floats([lambda.value]);
    case "reparam": {
      const exp = (q: Value, k: Value): Value => {
        const product = graph.op("ReduceSum", [graph.op("Mul", [q, k]), graph.ints([0])], {
          keepdims: 0,
        });
        return graph.op("Exp", [product]);
      };
      const first = exp(weight("lambda_q1"), weight("lambda_k1"));
      const second = exp(weight("lambda_q2"), weight("lambda_k2"));
      return graph.op("Add", [graph.op("Sub", [first, second]), graph.floats([lambda.init])]);
    }
    case "sigmoid": {
      const all = graph.op("Sigmoid", [linear(graph, x, weight("lambda"))]);
      const heads = signals(layer).map(({ index, noise }) =>
        lambda.per === "signal" ? index : (noise ?? 0),
      );
      const bySignal = taken(graph, all, 2, totals(layer)[lambda.per], heads);
      return graph.op("Unsqueeze", [bySignal, graph.ints([3])]);
    }
  }
}

/** signal − λ · its noise, both [batch, tokens, heads, dv] (gda-math.md, section 4, steps 4 and 5). */
export function subtracted(
  graph: Graph,
  layer: LayerPlan,
  signal: Value,
  noise: Value,
  lambda: Value,
): Value {
  const heads = signals(layer);
  const repeated = taken(
    graph,
    noise,
    2,
    totals(layer).noise,
    heads.map((head) => head.noise ?? 0),
  );
  // A class may be without noise heads beside others that have some: it subtracts nothing.
  const none = heads.some((head) => head.noise === undefined);
  const there = heads.map((head) => (head.noise === undefined ? 0 : 1));
  const share = none ? graph.op("Mul", [lambda, graph.floats(there, [heads.length, 1])]) : lambda;
  return graph.op("Sub", [signal, graph.op("Mul", [repeated, share])]);
}

/** The norm of each head over its value channels, × `times` (gda-math.md, sections 4 and 6). */
export function normedHeads(graph: Graph, layer: LayerPlan, heads: Value): Value {
  const norm = layer.headNorm?.value;
  switch (norm?.kind) {
    case undefined:
      return heads;
    case "rms": {
      const normed = rmsNorm(graph, heads, weight("head_norm"), norm.eps);
      return scaled(graph, normed, norm.times);
    }
    case "layer": {
      const weighed = rmsNorm(graph, centred(graph, heads), weight("head_norm"), norm.eps);
      const normed = graph.op("Add", [weighed, weight("head_norm_bias")]);
      return scaled(graph, normed, norm.times);
    }
    case "dyt": {
      const steep = graph.op("Mul", [heads, weight("head_norm_alpha")]);
      const bent = graph.op("Mul", [graph.op("Tanh", [steep]), weight("head_norm")]);
      const normed = graph.op("Add", [bent, weight("head_norm_bias")]);
      return scaled(graph, normed, norm.times);
    }
  }
}

/** D ⊙ σ(gate), one factor a channel or one a head (gda-math.md, section 6, GDLA). */
export function gated(
  graph: Graph,
  layer: LayerPlan,
  heads: Value,
  x: Value,
  queryLatent: Value | undefined,
): Value {
  const gate = layer.gate?.value;
  if (!gate) return heads;
  const source = gate.from === "query_latent" ? (queryLatent ?? x) : x;
  const flat = graph.op("Sigmoid", [linear(graph, source, weight("gate"))]);
  const channels = gate.form === "elementwise" ? layer.valueDim.value : 1;
  const factors = reshaped(graph, flat, [0, 0, totals(layer).signal, channels]);
  return graph.op("Mul", [heads, factors]);
}

function signals(layer: LayerPlan): ReturnType<typeof queryHeads> {
  return queryHeads(layer).filter(({ role }) => role === "signal");
}
