import type { Declaration } from "../../../grammar/tree.js";
import type { Analysis } from "../../analyze.js";
import type { GrowthPlan, ModelPlan } from "../../plan/plan.js";
import type { View } from "../document.js";
import type { Refusal, Wanted } from "./protocol.js";

/** What a command works on. A stage of a growth is a model. */
export type Subject =
  | { readonly kind: "model"; readonly name: string; readonly model: ModelPlan }
  | { readonly kind: "growth"; readonly name: string; readonly growth: GrowthPlan };

/** The subject that is wanted: by name, by place, or the only one of the file. */
export function subjectOf(view: View, { name, position }: Wanted): Subject | Refusal {
  const known = subjects(view.analysis);
  const names = known.map((subject) => subject.name);
  const wanted = name ?? (position && nameAt(view, view.offsetAt(position)));
  if (wanted !== undefined) {
    const found = known.find((subject) => subject.name === wanted);
    return found ?? { problem: `\`${wanted}\` has mistakes, so there is no plan of it.`, names };
  }
  const [only, other] = known;
  if (only && !other) return only;
  return { problem: only ? "Which model?" : "This file has no model without mistakes.", names };
}

/** A model to build: not a growth as a whole. */
export function modelOf(view: View, wanted: Wanted): ModelPlan | Refusal {
  const subject = subjectOf(view, wanted);
  if ("problem" in subject) return subject;
  if (subject.kind === "model") return subject.model;
  const names = subject.growth.stages.map(({ model }) => model.name);
  return { problem: `Which stage of \`${subject.name}\`?`, names };
}

function subjects({ models, growths }: Analysis): readonly Subject[] {
  return [
    ...models.map(modelSubject),
    ...growths.flatMap((growth): readonly Subject[] => [
      { kind: "growth", name: growth.name, growth },
      ...growth.stages.map(({ model }) => modelSubject(model)),
    ]),
  ];
}

function modelSubject(model: ModelPlan): Subject {
  return { kind: "model", name: model.name, model };
}

/** The name of the model, growth or stage around an offset. */
function nameAt(view: View, offset: number): string | undefined {
  const around = ({ span }: Pick<Declaration, "span">) =>
    span.start <= offset && offset <= span.end;
  const declaration = view.parsed.tree.declarations.find(around);
  if (declaration?.kind === "model") return declaration.name?.text;
  if (declaration?.kind !== "growth") return undefined;
  const member = declaration.members.find(around);
  const stage = member?.kind === "stage" ? member.name : undefined;
  return [declaration.name, stage].flatMap((name) => name?.text ?? []).join(".");
}
