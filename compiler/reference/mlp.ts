import type { MlpPlan } from "../plan/plan.js";
import { sigmoid } from "./lambda.js";
import type { Matrix } from "./matrix.js";
import { rmsNorm } from "./norm.js";
import type { Numbers } from "./weights.js";

/** ε of PolyNorm's norms in Motif's modelling code; configs do not state it. */
const POLYNORM_EPS = 1e-6;

/** The weights of PolyNorm: of x³, x² and x in this order, and one bias. */
export interface PolyNorm {
  readonly weight: Numbers;
  readonly bias: Numbers;
}

/** What is between the matrices of an MLP: act(gate) ⊙ up, or without a gate act(up). */
export function activated(
  mlp: MlpPlan,
  polynorm: PolyNorm | undefined,
  up: Matrix,
  gate: Matrix | undefined,
): Matrix {
  const activate = activation(mlp.activation.value, polynorm);
  if (!gate) return up.mapRows(activate);
  return up.mapRows((row, token) => {
    const gates = activate(gate.row(token));
    return row.map((value, i) => value * (gates[i] ?? 0));
  });
}

function activation(
  name: MlpPlan["activation"]["value"],
  polynorm: PolyNorm | undefined,
): (row: Float64Array) => Float64Array {
  switch (name) {
    case "silu":
      return (row) => row.map((x) => x * sigmoid(x));
    case "gelu":
      return (row) => row.map((x) => x * normalDistribution(x));
    case "relu":
      return (row) => row.map((x) => Math.max(x, 0));
    case "polynorm": {
      if (!polynorm) throw new RangeError("PolyNorm has no weights");
      return (row) => polyNormed(row, polynorm);
    }
  }
}

/**
 * y = w₀·norm(x³) + w₁·norm(x²) + w₂·norm(x) + b with norm(z) = z / √(mean(z²) + ε) over all
 * channels (arXiv 2411.03884, in the order of Motif's weights).
 */
function polyNormed(x: Float64Array, { weight, bias }: PolyNorm): Float64Array {
  const [cubic = 0, square = 0, linear = 0] = weight;
  const [offset = 0] = bias;
  const term = (power: number, factor: number): Float64Array =>
    rmsNorm(
      x.map((value) => value ** power),
      new Float64Array(x.length).fill(factor),
      POLYNORM_EPS,
    );
  const [c, s, l] = [term(3, cubic), term(2, square), term(1, linear)];
  return x.map((_, i) => (c[i] ?? 0) + (s[i] ?? 0) + (l[i] ?? 0) + offset);
}

/** Φ(x) = (1 + erf(x / √2)) / 2: the exact GELU, not the one with a hyperbolic tangent. */
function normalDistribution(x: number): number {
  const z = Math.abs(x) / Math.SQRT2;
  const tail = z < 3 ? 1 - erfSeries(z) : erfcFraction(z);
  return x < 0 ? tail / 2 : 1 - tail / 2;
}

/** erf(z) = 2/√π · e^(−z²) · Σ 2ⁿ z^(2n+1) / (1·3·…·(2n+1)), whose terms are all positive. */
function erfSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= (2 * z * z) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-z * z) * sum;
}

/** erfc(z) as the continued fraction of Laplace, from its 60th step back. */
function erfcFraction(z: number): number {
  let fraction = 0;
  for (let k = 60; k > 0; k--) fraction = k / 2 / (z + fraction);
  return Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction);
}
