import { parseExpression } from "./parse-expression.js";
import type { Statement } from "./syntax.js";
import type { Tokens } from "./tokens.js";

/** Statements up to the brace that closes them. */
export function parseStatements(tokens: Tokens): readonly Statement[] {
  const found: Statement[] = [];
  while (!tokens.take("}")) {
    found.push(parseStatement(tokens));
  }
  return found;
}

function parseStatement(tokens: Tokens): Statement {
  if (tokens.take("{")) return { kind: "block", body: parseStatements(tokens) };
  if (tokens.take("for")) {
    tokens.expect("(");
    const first = parseSimple(tokens);
    tokens.expect(";");
    const test = parseExpression(tokens);
    tokens.expect(";");
    const next = parseSimple(tokens);
    tokens.expect(")");
    tokens.expect("{");
    return { kind: "for", first, test, next, body: parseStatements(tokens) };
  }
  if (tokens.take("if")) {
    const test = parseExpression(tokens);
    tokens.expect("{");
    const body = parseStatements(tokens);
    if (!tokens.take("else")) return { kind: "if", test, body, otherwise: [] };
    tokens.expect("{");
    return { kind: "if", test, body, otherwise: parseStatements(tokens) };
  }
  const simple = parseSimple(tokens);
  tokens.expect(";");
  return simple;
}

/** What may stand in the head of a loop, or ends with a semicolon. */
function parseSimple(tokens: Tokens): Statement {
  if (tokens.take("break")) return { kind: "break" };
  if (tokens.take("return")) {
    return {
      kind: "return",
      value: tokens.peek() === ";" ? undefined : parseExpression(tokens),
    };
  }
  if (tokens.take("let") || tokens.take("var")) {
    const name = tokens.next();
    tokens.expect("=");
    return { kind: "declare", name, value: parseExpression(tokens) };
  }
  const to = parseExpression(tokens);
  const operator = tokens.peek();
  if (operator === "++") {
    tokens.next();
    return { kind: "assign", operator: "+", to, value: { kind: "number", text: "1u" } };
  }
  if (!operator.endsWith("=")) return { kind: "call", call: to };
  tokens.next();
  const value = parseExpression(tokens);
  return { kind: "assign", operator: operator.slice(0, -1) || undefined, to, value };
}
