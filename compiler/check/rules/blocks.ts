import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { Fact, LayerPlan, ModelPlan } from "../../plan/plan.js";
import { isQuantised } from "../../plan/scaled-weights.js";
import { layerTensors, outerTensors, type Tensor } from "../../plan/tensors.js";
import { facts } from "../codes.js";

/** The smallest block that there is. */
const leastBlock = 16;

/** Quantised weights have whole blocks: of matrices with equally many inputs, the first is named. */
export function checkBlocks(plan: ModelPlan): readonly Diagnostic[] {
  const { dtype } = plan;
  if (!("block" in dtype.value)) return [];
  const { weights, block } = dtype.value;
  const found = new Map<number, Diagnostic>();
  const check = (tensors: readonly Tensor[], layer?: LayerPlan): void => {
    for (const tensor of tensors) {
      const [, inputs = 0] = tensor.shape;
      if (!isQuantised(layer, tensor) || inputs % block === 0 || found.has(inputs)) continue;
      const [at = plan.span] = widthOf(plan, layer, tensor.name).from;
      const [stored] = dtype.from;
      const finding = diagnose(
        facts.brokenBlock,
        at,
        { dtype: weights, block, tensor: tensor.name, inputs },
        {
          label: "from here",
          secondary: stored ? [{ span: stored, text: `blocks of ${block}` }] : [],
          help: [helpFor(inputs, block)],
        },
      );
      found.set(inputs, finding);
    }
  };
  check(outerTensors(plan));
  for (const layer of plan.layers) check(layerTensors(plan, layer), layer);
  return [...found.values()];
}

/** The fact that says how many inputs a matrix has. */
function widthOf(plan: ModelPlan, layer: LayerPlan | undefined, tensor: string): Fact<unknown> {
  const { latent } = layer ?? {};
  const query = latent?.query ?? plan.hidden;
  switch (tensor) {
    case "o":
      return layer?.valueDim ?? plan.hidden;
    case "mlp_down":
      return layer?.mlp?.width ?? plan.hidden;
    case "kv_up":
      return latent?.kv ?? plan.hidden;
    case "q":
      return query;
    case "gate":
      return layer?.gate?.value.from === "query_latent" ? query : plan.hidden;
    default:
      return plan.hidden;
  }
}

function helpFor(inputs: number, block: number): string {
  let most = block;
  while (most >= leastBlock && inputs % most !== 0) most /= 2;
  return most < leastBlock
    ? "No block divides them: store the weights as `f16` or `bf16`."
    : `Smaller blocks divide them: \`block: ${most}\`.`;
}
