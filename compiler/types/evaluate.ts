import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { inFile, type SourceSpan, type Span } from "../../grammar/span.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import type { Binary, Call, Expr, NumberLiteral, Path, RatioLiteral } from "../../grammar/tree.js";
import { asNumber, operate, type Failure } from "./arithmetic.js";
import { types } from "./codes.js";
import { describeValue } from "./describe.js";
import { functions, type MathFunction } from "./functions.js";
import { float, int, unknown, type Value } from "./value.js";

/** What an expression needs to know of the place where it stands. */
export interface Surroundings {
  readonly file: string;
  /** A field of whole numbers, where `/` must divide. */
  readonly exact: boolean;
  /** "In layer 3", where the value is that of one layer. */
  readonly where: string | undefined;
  /** What a path stands for; reports what is wrong with it. */
  readonly lookup: (path: Path) => Value;
  readonly report: (finding: Diagnostic) => void;
}

/** The value of an expression; a mistake is reported once and becomes `unknown`. */
export function evaluate(expr: Expr | undefined, here: Surroundings): Value {
  switch (expr?.kind) {
    case undefined:
      return unknown;
    case "number":
      return literal(expr, here);
    case "ratio":
      return ratio(expr, here);
    case "list":
      return { type: "list", elements: expr.elements.map((element) => evaluate(element, here)) };
    case "parens":
      return evaluate(expr.inner, here);
    case "path":
      return here.lookup(expr);
    case "negate":
      return settle(operate("*", int(-1), evaluate(expr.operand, here), here.exact), expr, here, [
        "a negative sign",
      ]);
    case "binary":
      return binary(expr, here);
    case "call":
      return call(expr, here);
  }
}

function literal(expr: NumberLiteral, here: Surroundings): Value {
  const { form, value, unit } = expr;
  if (form === "count" && unit !== "tokens") {
    here.report(diagnose(types.bareCount, at(expr, here), { text: expr.text }));
    return unknown;
  }
  switch (unit) {
    case undefined:
      return form === "float" ? float(value) : whole(int(value), expr, here);
    case "tokens":
      return { type: "tokens", value };
    case "dB":
      return { type: "decibel", value };
    case "plain":
    case "rotary":
      return { type: "dims", parts: [{ kind: unit, size: value }] };
    case "KiB":
    case "MiB":
    case "GiB":
      return { type: "bytes", value: value * bytes[unit] };
  }
}

const bytes = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 } as const;

/** Messages of a ratio that is not g:1, with the one that it may stand for. */
function ratio(expr: RatioLiteral, here: Surroundings): Value {
  const { signal, noise } = expr;
  if (noise === 1 && signal >= 1) return { type: "ratio", value: signal };
  const written = `${signal}:${noise}`;
  const divides = noise > 0 && signal > 0 && signal % noise === 0;
  const instead = divides
    ? `Write \`${signal / noise}:1\`; for ${noise} noise heads a group add \`noise: ${noise}\`.`
    : "Each noise head serves a whole number of signal heads.";
  const title = `Write \`${signal / noise}:1\``;
  const edits = [{ span: at(expr, here), text: `${signal / noise}:1` }];
  here.report(
    diagnose(
      types.ratio,
      at(expr, here),
      { written, instead },
      { fixes: divides ? [{ title, edits }] : [] },
    ),
  );
  return unknown;
}

function binary(expr: Binary, here: Surroundings): Value {
  const [left, right] = [evaluate(expr.left, here), evaluate(expr.right, here)];
  const names = [describeValue(left), describeValue(right)];
  return settle(operate(expr.operator, left, right, here.exact), expr, here, names);
}

function call(expr: Call, here: Surroundings): Value {
  const [name] = expr.callee.names;
  const known = name && expr.callee.names.length === 1 && own(functions, name.text);
  if (!known) {
    const text = expr.callee.names.map((part) => part.text).join(".");
    const near = suggest(text, Object.keys(functions));
    const hint = near.length === 0 ? "." : didYouMean(near);
    return bad(expr.callee, `There is no function \`${text}\`${hint}`, here);
  }
  const named = expr.arguments.find((argument) => argument.name);
  if (named) return bad(named, `Arguments of \`${name.text}\` have no names.`, here);
  if (known.arity === "several" ? expr.arguments.length === 0 : expr.arguments.length !== 1) {
    const wanted = known.arity === "several" ? "arguments" : "one argument";
    return bad(expr, `\`${name.text}\` takes ${wanted}.`, here);
  }
  return applied(name.text, known, expr, here);
}

function applied(name: string, known: MathFunction, expr: Call, here: Surroundings): Value {
  // Inside `floor` and its like a division may leave a rest; `min` and `max` pass it on.
  const inside = { ...here, exact: here.exact && known.result === "same" };
  const values = expr.arguments.map((argument) => evaluate(argument.value, inside));
  if (values.some((value) => value.type === "unknown")) return unknown;
  const numbers: number[] = [];
  for (const [i, value] of values.entries()) {
    const number = asNumber(value);
    if (number?.type !== "int" && number?.type !== "float") {
      return bad(
        expr.arguments[i] ?? expr,
        `\`${name}\` takes numbers, not ${describeValue(value)}.`,
        here,
      );
    }
    numbers.push(number.value);
  }
  const value = known.of(...numbers);
  const of = `${name}(${numbers.join(", ")})`;
  if (!Number.isFinite(value)) return settle({ failed: "notFinite", of }, expr, here, []);
  const ints = values.every((v) => v.type !== "float");
  if (known.result === "float" || (known.result === "same" && !ints)) return float(value);
  return whole(int(value), expr, here);
}

/** The result of an operation, or what to say of its failure. */
function settle(
  result: Value | Failure,
  expr: Expr,
  here: Surroundings,
  operands: readonly string[],
): Value {
  if (!("failed" in result)) return result;
  const span = at(expr, here);
  switch (result.failed) {
    case "units": {
      const verb = expr.kind === "binary" ? verbs[expr.operator] : "joined";
      const [left = "", right = ""] = operands;
      here.report(diagnose(types.units, span, { left: capital(left), right, verb }));
      break;
    }
    case "notWhole":
      here.report(diagnose(types.notWhole, span, { division: result.of }));
      break;
    case "tooLarge":
      here.report(diagnose(types.tooLarge, span, { what: `\`${result.of}\`` }));
      break;
    case "notFinite": {
      const where = here.where === undefined ? "This is" : `${here.where} this is`;
      here.report(diagnose(types.notFinite, span, { where, what: result.of }));
      break;
    }
  }
  return unknown;
}

const verbs = { "+": "added", "-": "subtracted", "*": "multiplied", "/": "divided" } as const;

function whole(value: Value, expr: Expr, here: Surroundings): Value {
  if (value.type !== "int" || Number.isSafeInteger(value.value)) return value;
  return settle({ failed: "tooLarge", of: String(value.value) }, expr, here, []);
}

function bad(place: { readonly span: Span }, problem: string, here: Surroundings): Value {
  here.report(diagnose(types.badCall, at(place, here), { problem }));
  return unknown;
}

function at({ span }: { readonly span: Span }, here: Surroundings): SourceSpan {
  return inFile(here.file, span);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
