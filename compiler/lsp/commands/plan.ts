import { plain } from "../../diagnostics/style.js";
import { renderGrowth, renderModel } from "../../report/index.js";
import type { View } from "../document.js";
import type { PlanText, Refusal, Wanted } from "./protocol.js";
import { subjectOf } from "./subject.js";

/**
 * What `gda plan` shows of the model, stage or growth that is wanted, but for the list of kernels:
 * to compile them takes too long for a text that follows every keystroke.
 */
export function planCommand(view: View, wanted: Wanted): PlanText | Refusal {
  const subject = subjectOf(view, wanted);
  if ("problem" in subject) return subject;
  const { name } = subject;
  switch (subject.kind) {
    case "model":
      return { name, text: renderModel(subject.model, { style: plain }) };
    case "growth":
      return { name, text: renderGrowth(subject.growth, plain) };
  }
}
