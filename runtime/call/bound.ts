import type { Size } from "../manifest.js";
import { checkedCount, evaluate, OPERATIONS, type Symbols } from "../size.js";

/** The symbols in which passes over the same tensors differ. */
type PassSymbol = "rows" | "sequences" | "most_rows" | "most_keys" | "residual";

export type PassSymbols = Readonly<Record<PassSymbol, number>>;

/** Spread over the constants of a layer: what these names mean is left to each pass. */
export const OPEN: Readonly<Record<PassSymbol, undefined>> = {
  rows: undefined,
  sequences: undefined,
  most_rows: undefined,
  most_keys: undefined,
  residual: undefined,
};

/** What is left to do of a size once the symbols are known that stay: mostly nothing. */
export type Bound = number | ((pass: PassSymbols) => number);

export function bind(size: Size, known: Symbols): Bound {
  if (typeof size === "number") return size;
  if (typeof size === "string") return known[size] ?? ((pass) => evaluate(size, pass));
  const [operation, ...operands] = size;
  const apply = OPERATIONS[operation];
  const [left, right] = [bind(operands[0], known), bind(operands[1], known)];
  return typeof left === "number" && typeof right === "number"
    ? apply(left, right)
    : (pass) => apply(valueOf(left, pass), valueOf(right, pass));
}

export function valueOf(bound: Bound, pass: PassSymbols): number {
  return typeof bound === "number" ? bound : bound(pass);
}

/** A size that counts something, such as workgroups. Throws GDA7212 where it does not. */
export function bindCount(size: Size, known: Symbols): (pass: PassSymbols) => number {
  const bound = bind(size, known);
  return (pass) => checkedCount(size, valueOf(bound, pass));
}
