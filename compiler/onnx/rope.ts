import { rotaryChannels } from "../plan/channels.js";
import type { LayerPlan, Rope } from "../plan/plan.js";
import { ropeFrequencies, ropeGain } from "../plan/rope.js";
import type { Graph, Value } from "./graph.js";
import { scaled, taken } from "./operations.js";

/**
 * Turns are counted in parts of 2^-42, in whole numbers: their product with a position is exact up
 * to position 2^21, and so is what is left of it beyond whole turns. A float32 product of a position
 * and an angle would be off by 2e-3 at position 32,768.
 */
const PARTS = 2 ** 42;

/**
 * Turns the rotary channels of all heads, x being [batch, tokens, heads, d]:
 * x ⊙ cos + partner(x) ⊙ ± sin, × YaRN's gain. Plain channels have cos 1 and sin 0.
 */
export function turned(graph: Graph, layer: LayerPlan, x: Value, positions: Value): Value {
  const rope = layer.rope?.value;
  if (!rope) return x;
  const pairs = pairsOf(rope, rotaryChannels(layer));
  const channels = Array.from({ length: layer.headDim.value.size }, (_, channel) => {
    const first = pairs.find(({ a }) => a === channel);
    const second = pairs.find(({ b }) => b === channel);
    const pair = first ?? second;
    const gain = ropeGain(rope);
    if (!pair) return { partner: channel, parts: 0, gain: 1, sign: 0 };
    const parts = Math.round((pair.frequency / (2 * Math.PI)) * PARTS) % PARTS;
    return { partner: first ? pair.b : pair.a, parts, gain, sign: first ? -gain : gain };
  });
  const size = channels.length;
  const vector = (of: (channel: (typeof channels)[number]) => number): Value =>
    graph.floats(channels.map(of), [size]);
  const angles = angleTable(
    graph,
    positions,
    channels.map(({ parts }) => parts),
  );
  const cos = graph.op("Mul", [graph.op("Cos", [angles]), vector(({ gain }) => gain)]);
  const sin = graph.op("Mul", [graph.op("Sin", [angles]), vector(({ sign }) => sign)]);
  const partners = channels.map(({ partner }) => partner);
  return graph.op("Add", [
    graph.op("Mul", [x, cos]),
    graph.op("Mul", [taken(graph, x, 3, size, partners), sin]),
  ]);
}

/** Channels a and b of a head turn together (gda-math.md, section 4; plan.ts, Rope). */
function pairsOf(
  rope: Rope,
  channels: readonly number[],
): readonly { readonly a: number; readonly b: number; readonly frequency: number }[] {
  const half = channels.length / 2;
  return ropeFrequencies(rope, channels.length).map((frequency, i) => {
    const [first, second] = rope.pairing === "half" ? [i, i + half] : [2 * i, 2 * i + 1];
    return { a: channels[first] ?? 0, b: channels[second] ?? 0, frequency };
  });
}

/** Position × angle less whole turns, in radians: [tokens, 1, d]. */
function angleTable(graph: Graph, positions: Value, parts: readonly number[]): Value {
  const rows = graph.op("Unsqueeze", [positions, graph.ints([1, 2])]);
  const products = graph.op("Mul", [rows, graph.ints(parts)]);
  const left = graph.op("Mod", [products, graph.ints([PARTS], [])]);
  const floats = graph.op("Cast", [left], { to: 1 });
  return scaled(graph, floats, (2 * Math.PI) / PARTS);
}
