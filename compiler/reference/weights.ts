import { attentionTensors, type TensorName } from "../plan/attention-tensors.js";
import type { LayerPlan } from "../plan/plan.js";

export type Numbers = Float32Array | Float64Array;

export type Weights = { readonly [name in TensorName]?: Numbers };

/** A weight that the layer has. */
export function tensor(weights: Weights, name: TensorName): Numbers {
  const numbers = weights[name];
  if (!numbers) throw new RangeError(`the weight \`${name}\` is missing`);
  return numbers;
}

/** The weights that a layer has and no other, or an error that says which is missing or misshapen. */
export function ownWeights(layer: LayerPlan, hidden: number, weights: Weights): Weights {
  const own: { [name in TensorName]?: Numbers } = {};
  for (const { name, shape } of attentionTensors(layer, hidden)) {
    const numbers = tensor(weights, name);
    if (numbers.length !== shape.reduce((product, size) => product * size, 1)) {
      const problem = `has ${numbers.length} numbers, not ${shape.join(" × ")}`;
      throw new RangeError(`the weight \`${name}\` ${problem}`);
    }
    own[name] = numbers;
  }
  return own;
}

export function float64(numbers: Numbers): Float64Array {
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}
