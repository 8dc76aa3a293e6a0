import type { LayerPlan } from "../plan/plan.js";
import { ropeFrequencies, ropeGain } from "../plan/rope.js";
import { rotaryChannels } from "../plan/channels.js";

/**
 * Turns the rotary channels of one head of q or k: pair i by position · frequency i, then × YaRN's
 * gain. `half` pairs channel i with i + rotary/2, `adjacent` pairs 2i with 2i + 1 (gda-math.md,
 * sections 4 and 6). Without RoPE nothing turns.
 */
export function rotation(layer: LayerPlan): (head: Float64Array, position: number) => Float64Array {
  const rope = layer.rope?.value;
  if (!rope) return (head) => head;
  const channels = rotaryChannels(layer);
  const half = channels.length / 2;
  const gain = ropeGain(rope);
  const pairs = ropeFrequencies(rope, channels.length).map((frequency, i) => {
    const [first, second] = rope.pairing === "half" ? [i, i + half] : [2 * i, 2 * i + 1];
    return { a: channels[first] ?? 0, b: channels[second] ?? 0, frequency };
  });
  return (head, position) => {
    const turned = head.slice();
    for (const { a, b, frequency } of pairs) {
      const [x, y] = [head[a] ?? 0, head[b] ?? 0];
      const cos = gain * Math.cos(position * frequency);
      const sin = gain * Math.sin(position * frequency);
      turned[a] = x * cos - y * sin;
      turned[b] = x * sin + y * cos;
    }
    return turned;
  };
}
