import { plain } from "../../diagnostics/style.js";
import { compileModel } from "../../kernels/model.js";
import { kernelUses } from "../../kernels/uses.js";
import type { ModelPlan } from "../../plan/plan.js";
import { renderGrowth, renderModel } from "../../report/index.js";
import { portable } from "../../target/portable.js";
import type { View } from "../document.js";
import type { PlanText, Refusal, Wanted } from "./protocol.js";
import { subjectOf } from "./subject.js";

/** What `gda plan` shows of the model, stage or growth that is wanted. */
export function planCommand(view: View, wanted: Wanted): PlanText | Refusal {
  const subject = subjectOf(view, wanted);
  if ("problem" in subject) return subject;
  const { name } = subject;
  switch (subject.kind) {
    case "model":
      return { name, text: planOf(subject.model) };
    case "growth":
      return { name, text: renderGrowth(subject.growth, plain) };
  }
}

function planOf(model: ModelPlan): string {
  const [variant] = compileModel(model, model.layers, [portable]).variants;
  const kernels = kernelUses(Object.values(variant?.programs ?? {}));
  return renderModel(model, { style: plain, kernels });
}
