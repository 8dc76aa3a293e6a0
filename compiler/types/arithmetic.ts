import { sizeOf, type NumberValue, type Value } from "./value.js";

export type Operator = "+" | "-" | "*" | "/";

/** Why two values have no result. */
export type Failure =
  | { readonly failed: "units" }
  | { readonly failed: "notWhole" | "tooLarge" | "notFinite"; readonly of: string };

/**
 * One operation. Ints stay exact: a result beyond 2^53 fails, and so does a division that leaves a
 * rest where `exact` asks for whole numbers; elsewhere it gives a float.
 */
export function operate(op: Operator, left: Value, right: Value, exact: boolean): Value | Failure {
  if (left.type === "unknown" || right.type === "unknown") return { type: "unknown" };
  if (op === "+" && left.type === "dims" && right.type === "dims") {
    return { type: "dims", parts: [...left.parts, ...right.parts] };
  }
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a === undefined || b === undefined) return { failed: "units" };
  const type = resultType(op, a.type, b.type);
  if (type === undefined) return { failed: "units" };
  return compute(op, a, b, type, exact);
}

/** Dims count as their sum; a ratio, a list and a word are no numbers. */
export function asNumber(value: Value): NumberValue | undefined {
  switch (value.type) {
    case "dims":
      return { type: "int", value: sizeOf(value) };
    case "int":
    case "float":
    case "tokens":
    case "bytes":
    case "decibel":
      return value;
    case "ratio":
    case "list":
    case "kind":
    case "unknown":
      return undefined;
  }
}

function compute(
  op: Operator,
  a: NumberValue,
  b: NumberValue,
  type: NumberValue["type"],
  exact: boolean,
): Value | Failure {
  const of = `${a.value} ${op} ${b.value}`;
  const value = apply(op, a.value, b.value);
  if (!Number.isFinite(value)) return { failed: "notFinite", of };
  if (type === "float" || type === "decibel") return { type, value };
  if (op === "/" && a.value % b.value !== 0) {
    if (exact) return { failed: "notWhole", of };
    return type === "int" ? { type: "float", value } : { type, value };
  }
  return Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? { failed: "tooLarge", of }
    : { type, value: value === 0 ? 0 : value };
}

function apply(op: Operator, a: number, b: number): number {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
  }
}

type Unit = NumberValue["type"];

function resultType(op: Operator, a: Unit, b: Unit): Unit | undefined {
  const plain = { a: a === "int" || a === "float", b: b === "int" || b === "float" };
  if (plain.a && plain.b) return a === "int" && b === "int" ? "int" : "float";
  if (a === b) return op === "/" ? "int" : op === "*" ? undefined : a;
  if (plain.b) return op === "*" || op === "/" ? a : undefined;
  return plain.a && op === "*" ? b : undefined;
}
