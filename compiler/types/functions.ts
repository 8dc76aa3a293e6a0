/** The functions of expressions. The whole ones give an int, `min` and `max` one if all are ints. */
export const functions: Readonly<Record<string, MathFunction>> = {
  min: { arity: "several", result: "same", of: Math.min, doc: "The least of its arguments." },
  max: { arity: "several", result: "same", of: Math.max, doc: "The greatest of its arguments." },
  floor: { arity: 1, result: "int", of: Math.floor, doc: "The whole number at or below." },
  ceil: { arity: 1, result: "int", of: Math.ceil, doc: "The whole number at or above." },
  round: {
    arity: 1,
    result: "int",
    of: round,
    doc: "The nearest whole number, halves away from 0.",
  },
  sqrt: { arity: 1, result: "float", of: Math.sqrt, doc: "The square root." },
  exp: { arity: 1, result: "float", of: Math.exp, doc: "e to a power." },
  log: { arity: 1, result: "float", of: Math.log, doc: "The natural logarithm." },
};

export interface MathFunction {
  readonly arity: 1 | "several";
  readonly result: "int" | "float" | "same";
  readonly of: (...values: number[]) => number;
  readonly doc: string;
}

function round(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}
