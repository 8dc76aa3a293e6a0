import type { CoreOp } from "../operations/core.js";
import { because, ex, f32, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import { parameter } from "./parameters.js";

/**
 * λ of a row and a signal head, with which noise head it subtracts (gda-math.md, section 5):
 * the layer's scalar, a constant, or σ of a logit that a projection of x made.
 */
export function lambdaValue<T extends string>(
  op: CoreOp,
  k: Scope<T | "parameters" | "lambda">,
  at: { readonly row: Code; readonly signal: Code; readonly noise: Code },
): Code {
  const lambda = op.lambda;
  switch (lambda?.value.kind) {
    case "reparam":
      return because(lambda, parameter(k, ex`${op.parameters.at.reparam ?? 0}u`));
    case "constant":
      return f32({ ...lambda, value: lambda.value.value });
    case "sigmoid": {
      const head = lambda.value.per === "signal" ? at.signal : at.noise;
      const logit = k.at("lambda", ex`${at.row} * ${op.lambdaHeads}u + ${head}`);
      return because(lambda, ex`1.0 / (1.0 + exp(-${logit}))`);
    }
    case undefined:
      return ex`0.0`;
  }
}
