import { suggest } from "../../grammar/suggest.js";
import type { Analysis } from "../analyze.js";
import type { TargetPlan } from "../plan/plan.js";
import { portable } from "../target/portable.js";
import { unknownTarget } from "./codes.js";
import { failure } from "./failure.js";

/** The targets of these names, in their order: those of the spec, and the built-in `portable`. */
export function selectTargets(
  { entry, targets }: Analysis,
  names: readonly string[],
): readonly TargetPlan[] {
  const known = [...targets, portable];
  return names.map((name) => {
    const target = known.find((each) => each.name === name);
    if (target) return target;
    const near = suggest(
      name,
      known.map((each) => each.name),
    );
    throw failure(unknownTarget, { file: entry, name, near });
  });
}
