import { roundInto } from "../../compiler/checkpoint/elements.js";
import { storedTensors } from "../../compiler/checkpoint/stored.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { distribution, randomNumbers } from "../../compiler/reference/random.js";
import { asStored } from "../../compiler/reference/stored.js";
import { memoryWeights, tensor, type Tensor, type Weights } from "../../runtime/index.js";
import type { Tensors } from "./naive-apply.js";

/** Random weights for all tensors of a model's checkpoint, as `dtype` can store them. */
export function randomTensors(model: ModelPlan, seed: number, dtype: Format = "f32"): Tensors {
  return new Map(
    storedTensors(model).map(({ name, shape, tensor: of }) => {
      const length = shape.reduce((product, size) => product * size, 1);
      const numbers = randomNumbers(seed, name, length, distribution({ name: of, shape }));
      return [name, Float64Array.from(asStored(numbers, dtype))];
    }),
  );
}

type Format = "f32" | "f16" | "bf16";

/** Tensors as a checkpoint that stores them as `dtype`, rounded; λ's vectors stay float32. */
export function storedAs(model: ModelPlan, tensors: Tensors, dtype: Format): Weights {
  return memoryWeights(
    new Map(
      storedTensors(model).map(({ name, shape, tensor: of }) => {
        const numbers = tensors.get(name) ?? new Float64Array();
        return [name, rounded(shape, numbers, of.startsWith("lambda_") ? "f32" : dtype)];
      }),
    ),
  );
}

function rounded(shape: readonly number[], numbers: Float64Array, dtype: Format): Tensor {
  if (dtype === "f32") return tensor(shape, Float32Array.from(numbers));
  const stored = dtype === "f16" ? "F16" : "BF16";
  const bits = new Uint16Array(numbers.length);
  roundInto(bits, numbers, stored);
  return tensor(shape, bits, stored);
}

/** Tensors as a checkpoint of 64-bit numbers. */
export function asCheckpoint(model: ModelPlan, tensors: Tensors): Weights {
  return memoryWeights(
    new Map(
      storedTensors(model).map(({ name, shape }) => [
        name,
        tensor(shape, tensors.get(name) ?? new Float64Array()),
      ]),
    ),
  );
}
