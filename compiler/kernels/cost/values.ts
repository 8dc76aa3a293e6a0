import type { TypeName } from "./syntax.js";

/** What is known of a value: its type, and whether lanes of a team may hold different ones. */
export interface Value {
  readonly scalar: "float" | "integer" | "bool";
  /** 1 of a scalar, 2 to 4 of a vector. */
  readonly width: number;
  readonly varying: boolean;
  /** Of an array in private memory: how many such elements it has. */
  readonly array?: number;
}

export function valueOf(type: TypeName, varying = false): Value {
  const [, element, length] = /^array<(\w+), (\d+)>$/.exec(type) ?? [];
  if (element !== undefined) return { ...valueOf(element, varying), array: Number(length) };
  const vector = /^vec([234])([fui])$/.exec(type);
  const width = vector ? Number(vector[1]) : 1;
  const letter = vector?.[2] ?? type.charAt(0);
  const scalar = letter === "f" ? "float" : letter === "b" ? "bool" : "integer";
  return { scalar, width, varying };
}

/** What an operation on both gives. */
export function joinedValue(a: Value, b: Value): Value {
  const wider = a.width >= b.width ? a : b;
  const scalar = a.scalar === "float" || b.scalar === "float" ? "float" : wider.scalar;
  return { scalar, width: wider.width, varying: a.varying || b.varying };
}
