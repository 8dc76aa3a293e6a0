import { compileModel } from "../../kernels/model.js";
import { kernelUses } from "../../kernels/uses.js";
import { portable } from "../../target/portable.js";
import type { View } from "../document.js";
import type { Kernels, Refusal, Wanted } from "./protocol.js";
import { modelOf } from "./subject.js";

/** The kernels of a model, for the portable target and those of its file as far as they fit. */
export function wgslCommand(view: View, wanted: Wanted): Kernels | Refusal {
  const model = modelOf(view, wanted);
  if ("problem" in model) return model;
  const made = [portable, ...view.analysis.targets].map((target) =>
    compileModel(model, model.layers, [target]),
  );
  const kernels = made.flatMap(({ variants }) =>
    variants.flatMap(({ target, texts, programs }) => {
      const uses = kernelUses(Object.values(programs));
      return texts.map(({ name, wgsl }) => {
        const { steps = [] } = uses.find((use) => use.name === name) ?? {};
        return { name, variant: target, steps, wgsl };
      });
    }),
  );
  const [first] = made.flatMap(({ diagnostics }) => diagnostics);
  if (kernels.length > 0 || first === undefined) return { name: model.name, kernels };
  return { problem: first.message, names: [] };
}
