import { type Diagnostic, diagnose, type Label } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import { thousands } from "../plan/numbers.js";
import type { TargetPlan } from "../plan/plan.js";
import { featureMissing, limitExceeded } from "./codes.js";
import { limitText, lowerIsBetter } from "./limits.js";

/** What a kernel needs of its target: so much of a limit, or a feature. */
export type Need = {
  /** The kernel in words, capitalised: "Prefill of layer 0". */
  readonly what: string;
  /** The facts behind the need; the model's name where there are none. */
  readonly from: readonly [SourceSpan, ...SourceSpan[]];
} & ({ readonly limit: string; readonly needs: number } | { readonly feature: string });

/** The findings for needs that a target does not meet (language.md, section 8, row 30). */
export function fits(target: TargetPlan, needs: readonly Need[]): readonly Diagnostic[] {
  return needs.flatMap((need) => {
    const [span, ...others] = need.from;
    const secondary: Label[] = others.map((other) => ({ span: other }));
    if (target.span) secondary.push({ span: target.span, text: "the target" });
    if ("feature" in need) {
      const { what, feature } = need;
      return target.features.includes(feature)
        ? []
        : [diagnose(featureMissing, span, { what, feature, target: target.name }, { secondary })];
    }
    const { what, limit } = need;
    const has = target.limits[limit];
    if (has !== undefined && within(limit, need.needs, has)) return [];
    const parameters = {
      what,
      needs: limitText(limit, need.needs),
      target: target.name,
      has: has === undefined ? `no \`${limit}\`` : thousands(has),
    };
    return [diagnose(limitExceeded, span, parameters, { secondary })];
  });
}

function within(limit: string, needs: number, has: number): boolean {
  return lowerIsBetter(limit) ? needs % has === 0 : needs <= has;
}
