import type { Expression, TypeName } from "./syntax.js";
import type { Tokens } from "./tokens.js";

/** How tightly binary operators bind. */
const BINDING: ReadonlyMap<string, number> = new Map(
  [
    ["|"],
    ["&"],
    ["==", "!=", "<", "<=", ">", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
  ].flatMap((operators, level) => operators.map((operator) => [operator, level] as const)),
);

/** Takes the operators that bind at least so tightly. */
export function parseExpression(tokens: Tokens, least = 0): Expression {
  let left = parseUnary(tokens);
  for (;;) {
    const operator = tokens.peek();
    const level = BINDING.get(operator) ?? -1;
    if (level < least) return left;
    tokens.next();
    left = { kind: "binary", operator, left, right: parseExpression(tokens, level + 1) };
  }
}

function parseUnary(tokens: Tokens): Expression {
  const operator = tokens.peek();
  if (operator !== "-" && operator !== "~" && operator !== "!") return parsePostfix(tokens);
  tokens.next();
  return { kind: "unary", operator, of: parseUnary(tokens) };
}

function parsePostfix(tokens: Tokens): Expression {
  let of = parsePrimary(tokens);
  for (;;) {
    if (tokens.take("[")) {
      of = { kind: "index", of, at: parseExpression(tokens) };
      tokens.expect("]");
    } else if (tokens.take(".")) of = { kind: "member", of, name: tokens.next() };
    else return of;
  }
}

function parsePrimary(tokens: Tokens): Expression {
  if (tokens.take("(")) {
    const inner = parseExpression(tokens);
    tokens.expect(")");
    return inner;
  }
  const text = tokens.next();
  if (/^\d/.test(text)) return { kind: "number", text };
  const type = text === "array" || text === "bitcast" ? parseTemplate(tokens) : undefined;
  if (!tokens.take("(")) return { kind: "name", name: text };
  const given: Expression[] = [];
  while (!tokens.take(")")) {
    given.push(parseExpression(tokens));
    tokens.take(",");
  }
  return { kind: "call", name: text, type, arguments: given };
}

export function parseType(tokens: Tokens): TypeName {
  const name = tokens.next();
  if (name !== "array") return name;
  return `array<${parseTemplate(tokens)}>`;
}

function parseTemplate(tokens: Tokens): TypeName {
  tokens.expect("<");
  const type = parseType(tokens);
  const length = tokens.take(",") ? `, ${tokens.next()}` : "";
  tokens.expect(">");
  return `${type}${length}`;
}
