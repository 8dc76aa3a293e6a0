import { keyHeads } from "../plan/attention-tensors.js";
import { plainChannels, rotaryChannels } from "../plan/channels.js";
import { totals } from "../plan/heads.js";
import type { LatentPlan, LayerPlan } from "../plan/plan.js";
import type { Graph, Value } from "./graph.js";
import { lastAxis, linear, reshaped, rmsNorm, taken } from "./operations.js";
import { turned } from "./rope.js";
import { bias, weight } from "./weights.js";

/** [batch, tokens, H, d], and the normed latent that they came from, if any. */
export interface Queries {
  readonly q: Value;
  readonly latent: Value | undefined;
}

/** q = x·Wqᵀ, or from a latent c·Wqᵀ with c = RMSNorm(x·Wdownᵀ); then QK-norm and RoPE. */
export function queries(graph: Graph, layer: LayerPlan, x: Value, positions: Value): Queries {
  const latent = layer.latent?.query
    ? rmsNorm(
        graph,
        linear(graph, x, weight("q_down")),
        weight("q_latent_norm"),
        layer.latent.norm.value.eps,
      )
    : undefined;
  const flat = linear(graph, latent ?? x, weight("q"), bias(layer, "q"));
  const heads = reshaped(graph, flat, [0, 0, totals(layer).query, layer.headDim.value.size]);
  return { q: placed(graph, layer, "q_norm", heads, positions), latent };
}

/** Keys, [batch, tokens, key heads, d], and values, [batch, tokens, P, dv]. */
export interface KeysAndValues {
  readonly k: Value;
  readonly v: Value;
}

/** k = x·Wkᵀ and v = x·Wvᵀ, or both from the latent; then QK-norm and RoPE on k alone. */
export function keysAndValues(
  graph: Graph,
  layer: LayerPlan,
  x: Value,
  positions: Value,
): KeysAndValues {
  const { k, v } = layer.latent
    ? fromLatent(graph, layer, layer.latent, x)
    : projected(graph, layer, x);
  return { k: placed(graph, layer, "k_norm", k, positions), v };
}

function projected(graph: Graph, layer: LayerPlan, x: Value): KeysAndValues {
  const k = linear(graph, x, weight("k"), bias(layer, "k"));
  const v = linear(graph, x, weight("v"), bias(layer, "v"));
  return {
    k: reshaped(graph, k, [0, 0, keyHeads(layer), layer.headDim.value.size]),
    v: reshaped(graph, v, [0, 0, layer.kvPairs.value, layer.valueDim.value]),
  };
}

/**
 * [c, kR] = x·Wdownᵀ and (kC, v) = RMSNorm(c)·Wupᵀ. The key of a pair is its own kC on the plain
 * channels and kR, which all pairs share, on the rotary ones (gda-math.md, section 6, GDLA).
 */
function fromLatent(graph: Graph, layer: LayerPlan, latent: LatentPlan, x: Value): KeysAndValues {
  const [plain, rotary] = [plainChannels(layer), rotaryChannels(layer)];
  const [pairs, kv, dv] = [layer.kvPairs.value, latent.kv.value, layer.valueDim.value];
  const down = linear(graph, x, weight("kv_down"));
  const normed = rmsNorm(
    graph,
    rotary.length > 0 ? lastAxis(graph, down, 0, kv) : down,
    weight("kv_latent_norm"),
    latent.norm.value.eps,
  );
  const up = linear(graph, normed, weight("kv_up"));
  const parts = reshaped(graph, up, [0, 0, pairs, plain.length + dv]);
  const v = lastAxis(graph, parts, plain.length, plain.length + dv);
  const own = plain.length > 0 ? [lastAxis(graph, parts, 0, plain.length)] : [];
  const shared = rotary.length > 0 ? [sharedByPairs(graph, down, kv, rotary.length, pairs)] : [];
  const together = [...plain, ...rotary];
  const order = together.map((_, channel) => together.indexOf(channel));
  const joined = graph.op("Concat", [...own, ...shared], { axis: -1 });
  return { k: taken(graph, joined, 3, together.length, order), v };
}

/** The last channels of the latent's projection, once for each pair: [batch, tokens, P, rotary]. */
function sharedByPairs(
  graph: Graph,
  down: Value,
  first: number,
  rotary: number,
  pairs: number,
): Value {
  const shared = lastAxis(graph, down, first, first + rotary);
  const one = graph.op("Unsqueeze", [shared, graph.ints([2])]);
  const copies = Array.from({ length: pairs }, () => 0);
  return taken(graph, one, 2, 1, copies);
}

/** All heads through QK-norm and then RoPE (gda-math.md, section 6). */
function placed(
  graph: Graph,
  layer: LayerPlan,
  norm: "q_norm" | "k_norm",
  heads: Value,
  positions: Value,
): Value {
  const normed = layer.qkNorm ? rmsNorm(graph, heads, weight(norm), layer.qkNorm.value.eps) : heads;
  return turned(graph, layer, normed, positions);
}
