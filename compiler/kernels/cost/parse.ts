import { parseStatements } from "./parse-statement.js";
import { parseType } from "./parse-expression.js";
import type { FunctionText, Module, TypeName } from "./syntax.js";
import { Tokens } from "./tokens.js";

/** Reads the text of a kernel, as `emit` writes it. */
export function parse(text: string): Module {
  const tokens = new Tokens(text);
  const storage = new Map<string, TypeName>();
  const uniforms = new Map<string, TypeName>();
  const workgroup = new Map<string, TypeName>();
  const constants = new Map<string, TypeName>();
  const functions = new Map<string, FunctionText>();
  while (!tokens.done) {
    switch (tokens.next()) {
      case "enable":
        tokens.skipTo(";");
        break;
      case "struct":
        tokens.skipTo("{");
        for (const { name, type } of parameters(tokens, "}")) uniforms.set(name, type);
        break;
      case "var": {
        const { space, name, type } = variable(tokens);
        if (space === "storage") storage.set(name, elementOf(type));
        if (space === "workgroup") workgroup.set(name, elementOf(type));
        break;
      }
      case "const": {
        const name = tokens.next();
        tokens.expect("=");
        constants.set(name, elementOf(parseType(tokens)));
        tokens.skipTo(";");
        break;
      }
      case "fn": {
        const name = tokens.next();
        tokens.expect("(");
        const given = parameters(tokens, ")");
        if (tokens.take("->")) parseType(tokens);
        tokens.expect("{");
        functions.set(name, { parameters: given, body: parseStatements(tokens) });
        break;
      }
      default:
        // Attributes, and what is in their parentheses.
        break;
    }
  }
  return { storage, uniforms, workgroup, constants, functions };
}

/** `name: type,` up to the closing token, attributes left out. */
function parameters(
  tokens: Tokens,
  close: string,
): readonly { readonly name: string; readonly type: TypeName }[] {
  const found = [];
  while (!tokens.take(close)) {
    if (tokens.take("@")) {
      tokens.next();
      tokens.skipTo(")");
    }
    const name = tokens.next();
    tokens.expect(":");
    found.push({ name, type: parseType(tokens) });
    tokens.take(",");
  }
  return found;
}

function variable(tokens: Tokens): {
  readonly space: string;
  readonly name: string;
  readonly type: TypeName;
} {
  tokens.expect("<");
  const space = tokens.next();
  tokens.skipTo(">");
  const name = tokens.next();
  tokens.expect(":");
  const type = parseType(tokens);
  tokens.expect(";");
  return { space, name, type };
}

/** `f32` of `array<f32>` and of `array<f32, 4>`. */
function elementOf(type: TypeName): TypeName {
  return /^array<(\w+)/.exec(type)?.[1] ?? type;
}
