import type { CoreOp } from "../operations/core.js";
import { because, ex, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";

/**
 * σ of the gate's logits on one quad of a signal head's output: one logit a channel or one a head
 * (gda-math.md, section 6, GDLA). `at` is the quad's place among the heads' output.
 */
export function gated<T extends string>(
  op: CoreOp,
  k: Scope<T | "gate">,
  place: { readonly row: Code; readonly signal: Code; readonly at: Code },
  value: Code,
): Code {
  switch (op.gate?.value.form) {
    case "elementwise": {
      const logits = k.load4("gate", place.at);
      return because(op.gate, ex`${value} / (vec4f(1.0) + exp(-${logits}))`);
    }
    case "headwise": {
      const logit = k.at("gate", ex`${place.row} * ${op.signalHeads}u + ${place.signal}`);
      return because(op.gate, ex`${value} / (1.0 + exp(-${logit}))`);
    }
    case undefined:
      return value;
  }
}
