import type * as tree from "../../grammar/tree.js";

/**
 * What stands before a token: `any` blank, only blanks of the `line`, a comma between two of an
 * `element`, a comma or a line break between two of an `item`, perhaps a comma before a `close`.
 */
type Gap = "any" | "line" | "element" | "item" | "close";

export interface Token {
  readonly text: string;
  readonly gap: Gap;
  readonly doc?: string | undefined;
}

type Part = string | undefined | readonly Token[];
type Node =
  | tree.SourceFile
  | tree.Import
  | tree.Declaration
  | tree.Stage
  | tree.Assert
  | tree.Item
  | tree.Body
  | tree.LayerSet
  | tree.After
  | tree.Expr
  | tree.Text;

/** The tokens of a complete tree in order. */
export function tokensOf(node: Node | undefined): Token[] {
  if (node === undefined) return [];
  const tokens = partsOf(node).flatMap((part): readonly Token[] => {
    if (part === undefined) return [];
    return typeof part === "string" ? [{ text: part, gap: "any" }] : part;
  });
  return "doc" in node ? withFirst(tokens, { doc: node.doc }) : tokens;
}

function withFirst(tokens: readonly Token[], change: Partial<Token>): Token[] {
  return tokens.map((token, index) => (index === 0 ? { ...token, ...change } : token));
}

function partsOf(node: Node): readonly Part[] {
  switch (node.kind) {
    case "file":
      return [...node.imports, ...node.declarations].map(tokensOf);
    case "import": {
      const names = node.names.map(({ name, as }) =>
        anyGap([name.text, ...(as ? ["as", as.text] : [])]),
      );
      return ["import", ...sequence("{", names, "}", "element"), "from", tokensOf(node.from)];
    }
    case "const":
      return ["const", node.name?.text, "=", tokensOf(node.value)];
    case "family":
    case "model": {
      const base = node.extends ? ["extends", tokensOf(node.extends)] : [];
      return [node.kind, node.name?.text, ...base, tokensOf(node.body)];
    }
    case "growth":
      return ["growth", node.name?.text, "{", ...node.members.map(tokensOf), "}"];
    case "target":
      return ["target", node.name?.text, tokensOf(node.body)];
    case "stage": {
      const start = ["from", tokensOf(node.from), "at", tokensOf(node.at)];
      return ["stage", node.name?.text, ...start, tokensOf(node.body)];
    }
    case "assert":
      return ["assert", tokensOf(node.left), "==", tokensOf(node.right)];
    case "body":
      return sequence("{", node.items.map(tokensOf), "}", "item");
    case "fact":
      return [node.key.text, ":", withFirst(tokensOf(node.value), { gap: "line" })];
    case "amend":
      return [node.key.text, tokensOf(node.body)];
    case "change":
      return [node.key.text, node.operator, tokensOf(node.by), tokensOf(node.after)];
    case "after":
      return node.every ? ["after", "every", tokensOf(node.every)] : ["after", tokensOf(node.list)];
    case "param": {
      const type = node.type ? [":", node.type.text] : [];
      const allowed = node.allowed ? ["in", tokensOf(node.allowed)] : [];
      return ["param", node.name?.text, ...type, "=", tokensOf(node.value), ...allowed];
    }
    case "group": {
      const count = node.count ? ["[", tokensOf(node.count), "]"] : [];
      return ["group", node.name?.text, ...count, tokensOf(node.body)];
    }
    case "layers":
      return ["layers", tokensOf(node.set), tokensOf(node.body)];
    case "lossy":
      return ["lossy", tokensOf(node.reason), tokensOf(node.body)];
    case "allLayers":
      return ["all"];
    case "everyLayers":
      return ["every", tokensOf(node.step), "from", tokensOf(node.first)];
    case "rangeLayers":
      return [tokensOf(node.first), node.open ? ".." : "..<", tokensOf(node.end)];
    case "listedLayers":
      return [tokensOf(node.value)];
    case "text":
      return [`"${node.value.replace(/["\\]/g, "\\$&")}"`];
    case "binary":
      return [tokensOf(node.left), node.operator, tokensOf(node.right)];
    case "negate":
      return ["-", tokensOf(node.operand)];
    case "number":
      return [node.text, node.unit];
    case "ratio":
      return [`${node.signal}:${node.noise}`];
    case "list":
      return sequence("[", node.elements.map(tokensOf), "]", "element");
    case "parens":
      return ["(", tokensOf(node.inner), ")"];
    case "path":
      return node.names.flatMap(({ text }, index) => (index === 0 ? [text] : [".", text]));
    case "call": {
      const passed = node.arguments.map(({ name, value }) => [
        ...anyGap(name ? [name.text, ":"] : []),
        ...tokensOf(value),
      ]);
      return [tokensOf(node.callee), ...sequence("(", passed, ")", "element")];
    }
  }
}

function anyGap(texts: readonly string[]): Token[] {
  return texts.map((text) => ({ text, gap: "any" }));
}

function sequence(open: string, elements: Token[][], close: string, gap: Gap): Part[] {
  const inner = elements.flatMap((tokens, index) =>
    index === 0 ? tokens : withFirst(tokens, { gap }),
  );
  return [open, inner, [{ text: close, gap: elements.length === 0 ? "any" : "close" }]];
}
