import type { LayerPlan, MlpPlan, ModelPlan } from "../plan/plan.js";
import type { Row } from "./block.js";
import { numberText } from "./numbers.js";
import type { Said } from "./said.js";

/** The facts of the model itself, which hold in every layer. */
export function modelRows(model: ModelPlan): readonly Row[] {
  const row = (name: string, line: number, said: Said | undefined): Row => ({
    path: [name],
    said: [said],
    line,
  });
  const { vocab, embedding, preNorm } = model;
  return [
    row("hidden", 0, numberText(model.hidden.value)),
    row("layers", 0, numberText(model.layers.length)),
    row("context", 0, numberText(model.context.value)),
    row("vocab", 0, vocab && numberText(vocab.value)),
    row("embedding", 0, embedding?.value),
    row("dtype", 0, dtypeText(model)),
    row("checkpoint", 1, checkpointText(model)),
    row(
      "pre_norm",
      1,
      preNorm && { word: preNorm.value.kind, args: { eps: numberText(preNorm.value.eps) } },
    ),
  ];
}

/** The facts of the MLP of all layers that have one. */
export function mlpRows(layers: readonly LayerPlan[]): readonly Row[] {
  const row = (name: string, said: (mlp: MlpPlan) => string): Row => ({
    path: [name],
    said: layers.map(({ mlp }) => mlp && said(mlp)),
    withBlock: true,
    line: 0,
  });
  return [
    row("width", ({ width }) => numberText(width.value)),
    row("form", ({ form }) => form.value),
    row("activation", ({ activation }) => activation.value),
  ];
}

function dtypeText({ dtype }: ModelPlan): string {
  const { weights, cache } = dtype.value;
  const block = "block" in dtype.value ? dtype.value.block : undefined;
  const own = block === undefined ? weights : "f16";
  const args = [
    ...(block === undefined || block === 32 ? [] : [`block: ${block}`]),
    ...(cache === own ? [] : [`cache: ${cache}`]),
  ];
  return args.length === 0 ? weights : `${weights}(${args.join(", ")})`;
}

/** Nothing where it is the language's own; every family has an order of its own. */
function checkpointText({ checkpoint }: ModelPlan): string | undefined {
  const { family, order } = checkpoint.value;
  const own = family === "diff_llama" ? "halves" : "grouped";
  if (order !== own) return `${family}(order: ${order})`;
  return family === "native" ? undefined : family;
}
