import { queryHeads } from "../plan/heads.js";
import type { Lambda, LayerPlan } from "../plan/plan.js";
import { Matrix, addScaled, dot, linear } from "./matrix.js";
import type { TensorName } from "../plan/attention-tensors.js";
import { type Weights, float64, tensor } from "./weights.js";

/** λ of every token and signal head, [token, S] (gda-math.md, section 5). */
export function lambdas(layer: LayerPlan, lambda: Lambda, weights: Weights, x: Matrix): Matrix {
  const signals = queryHeads(layer).filter(({ role }) => role === "signal");
  const fill = (value: number): Matrix =>
    new Matrix(x.rows, signals.length).mapRows((row) => row.fill(value));
  switch (lambda.kind) {
    case "constant":
      return fill(lambda.value);
    case "reparam":
      return fill(reparametrised(weights, lambda.init));
    case "sigmoid": {
      const heads = signals.map(({ index, noise = 0 }) =>
        lambda.per === "signal" ? index : noise,
      );
      return linear(x, tensor(weights, "lambda")).mapRows(
        (logits) => Float64Array.from(heads, (head) => sigmoid(logits[head] ?? 0)),
        signals.length,
      );
    }
  }
}

/** exp(λq1·λk1) − exp(λq2·λk2) + init */
function reparametrised(weights: Weights, init: number): number {
  const product = (q: TensorName, k: TensorName): number =>
    dot(float64(tensor(weights, q)), float64(tensor(weights, k)));
  return (
    Math.exp(product("lambda_q1", "lambda_k1")) - Math.exp(product("lambda_q2", "lambda_k2")) + init
  );
}

export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** signal − λ · its noise: [token, H·dv] → [token, S·dv] (gda-math.md, section 4, steps 4 and 5). */
export function subtracted(layer: LayerPlan, attended: Matrix, lambda: Matrix | undefined): Matrix {
  const heads = queryHeads(layer);
  const signals = heads.filter(({ role }) => role === "signal");
  const noises = heads.filter(({ role }) => role === "noise");
  const size = layer.valueDim.value;
  return attended.mapRows((token, index) => {
    const outputs = new Matrix(heads.length, size, token);
    const core = new Matrix(signals.length, size);
    signals.forEach((signal, s) => {
      core.row(s).set(outputs.row(signal.query));
      const noise = signal.noise === undefined ? undefined : noises[signal.noise];
      if (noise) addScaled(core.row(s), -(lambda?.row(index)[s] ?? 0), outputs.row(noise.query));
    });
    return core.data;
  }, signals.length * size);
}
