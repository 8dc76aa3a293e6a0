import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Bounds, FactType, FloatType, IntType } from "../facts/type.js";
import { types } from "./codes.js";
import { describeType, describeValue } from "./describe.js";
import { float, show, sizeOf, unknown, type DimsValue, type Value } from "./value.js";

/** The place of a value, for what is said about it. */
export interface Holder {
  /** The fact or argument, as written. */
  readonly name: string;
  readonly span: SourceSpan;
  /** Whether leaving it out means `none`. */
  readonly absent?: boolean;
  readonly report: (finding: Diagnostic) => void;
}

/** The value as the fact takes it, its type and bounds checked; a float takes an int. */
export function fit(value: Value, type: FactType, holder: Holder): Value {
  if (value.type === "unknown") return unknown;
  switch (type.type) {
    case "int":
    case "float":
      return fitNumber(value, type, holder);
    case "kind":
      if (value.type === "kind") return value;
      return type.number ? fitNumber(value, type.number, holder, type) : wrong(value, type, holder);
    case "dims":
      if (value.type === "int") return within(value, value.value, type, holder);
      return value.type === "dims" ? fitDims(value, type, holder) : wrong(value, type, holder);
    case "bytes":
    case "tokens":
      if (value.type === "int" && type.plain) return within(value, value.value, type, holder);
      if (value.type !== type.type) return wrong(value, type, holder);
      return Number.isSafeInteger(value.value)
        ? within(value, value.value, type, holder)
        : notWhole(value, holder);
    case "decibel":
    case "ratio":
    case "list":
      return value.type === type.type ? value : wrong(value, type, holder);
    case "block":
      return wrong(value, type, holder);
  }
}

function fitNumber(
  value: Value,
  type: IntType | FloatType,
  holder: Holder,
  said: FactType = type,
): Value {
  if (value.type === "int" && type.type === "float") {
    return within(float(value.value), value.value, type, holder);
  }
  if (value.type !== type.type) return wrong(value, said, holder);
  return within(value, value.value, type, holder);
}

function fitDims(value: DimsValue, type: Bounds, holder: Holder): Value {
  const seen = new Set<string>();
  for (const { kind, size } of value.parts) {
    if (seen.has(kind)) {
      holder.report(diagnose(types.dimsTwice, holder.span, { kind }));
      return unknown;
    }
    seen.add(kind);
    if (within(value, size, { least: 1 }, holder).type === "unknown") return unknown;
  }
  return within(value, sizeOf(value), type, holder);
}

/** The value if it is inside the bounds. */
function within(value: Value, amount: number, bounds: Bounds, holder: Holder): Value {
  const { above, least, most, powerOfTwo } = bounds;
  const must =
    above !== undefined && amount <= above
      ? `above ${above}`
      : least !== undefined && amount < least
        ? `at least ${least}`
        : most !== undefined && amount > most
          ? `at most ${most}`
          : powerOfTwo && !Number.isInteger(Math.log2(amount))
            ? "a power of 2"
            : undefined;
  if (must === undefined) return value;
  const but = holder.absent === true ? "to have none, leave it out" : `this is ${show(value)}`;
  holder.report(diagnose(types.outOfRange, holder.span, { fact: holder.name, must, but }));
  return unknown;
}

function notWhole(value: Value, holder: Holder): Value {
  holder.report(diagnose(types.notWhole, holder.span, { division: show(value) }));
  return unknown;
}

function wrong(value: Value, type: FactType, holder: Holder): Value {
  const help =
    type.type === "int" && value.type === "float"
      ? ["`round`, `floor` or `ceil` make a whole number of it."]
      : type.type === "ratio" && value.type === "int"
        ? ["A ratio is written `4:1`, signal : noise."]
        : [];
  const parameters = { fact: holder.name, wanted: describeType(type), got: describeValue(value) };
  holder.report(diagnose(types.wrongType, holder.span, parameters, { help }));
  return unknown;
}
