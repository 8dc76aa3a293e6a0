import { storedTensors } from "../../../compiler/checkpoint/stored.js";
import type { ModelPlan } from "../../../compiler/plan/plan.js";
import { distribution, randomNumbers } from "../../../compiler/reference/random.js";
import { sizeOf } from "../../../runtime/weights/dtype.js";
import type { Tensors } from "./folder.js";
import { storedAs, type StoredDtype } from "./numbers.js";

/** Random weights for all tensors of a model's checkpoint; the vectors of λ are float32. */
export function checkpointOf(model: ModelPlan, dtype: StoredDtype, seed = 1): Tensors {
  return Object.fromEntries(
    storedTensors(model).map(({ name, shape, tensor }) => {
      const draw = distribution({ name: tensor, shape });
      const numbers = randomNumbers(seed, name, sizeOf(shape), draw);
      return [name, storedAs(tensor.startsWith("lambda_") ? "F32" : dtype, shape, numbers)];
    }),
  );
}
