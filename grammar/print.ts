import { canonical, layout, type Format, type Piece, type Style } from "./layout.js";
import { Placement } from "./placement.js";
import type { Source, Span } from "./span.js";
import type {
  After,
  Assert,
  Body,
  Declaration,
  Expr,
  Import,
  Item,
  LayerSet,
  Path,
  SourceFile,
  Stage,
} from "./tree.js";

const items: Style = { open: "{", close: "}", pad: " ", commas: "between" };
const members: Style = { open: "{", close: "}", pad: " ", commas: "none" };
const names: Style = { open: "{", close: "}", pad: " ", commas: "all" };
const list: Style = { open: "[", close: "]", pad: "", commas: "all" };
const call: Style = { open: "(", close: ")", pad: "", commas: "all" };

/**
 * The canonical text of a tree that was parsed from `source`; nothing if the tree is not complete,
 * since what was passed over would be lost. Every comment is kept, and the text has the same tree.
 * A block stays on one line if it was written so and fits into 100 columns; otherwise each row of
 * items has a line, or as many as it needs. What follows a comment `prettier-ignore` stays as it is.
 */
export function print(
  tree: SourceFile,
  source: Source,
  format: Format = canonical,
): string | undefined {
  if (!tree.complete) return undefined;
  const printer = new Printer(source, tree);
  return printer.file(tree, format);
}

class Printer {
  readonly #text: string;
  readonly #placement: Placement;

  constructor(source: Source, tree: SourceFile) {
    this.#text = source.text;
    this.#placement = new Placement(source, tree.comments);
  }

  file({ imports, declarations, span }: SourceFile, format: Format): string {
    const parts = [...imports, ...declarations];
    const { elements, last } = this.#placement.elements(span, parts, (part) =>
      part.kind === "import" ? this.#import(part) : this.#declaration(part),
    );
    return layout(elements, last, format);
  }

  #import(node: Import): Piece[] {
    const last = node.names.at(-1)?.span ?? node.span;
    // Up to the last name: a line end before `from` is no reason to break the names.
    const span = { start: node.span.start + "import".length, end: last.end };
    const imported = this.#placement.sequence(names, span, node.names, ({ name, as }) => [
      as ? `${name.text} as ${as.text}` : name.text,
    ]);
    return ["import ", imported, ` from ${this.#written(node.from)}`];
  }

  #declaration(node: Declaration): Piece[] {
    switch (node.kind) {
      case "const":
        return [`const ${this.#written(node.name)} = `, ...this.#expr(node.value)];
      case "family":
      case "model": {
        const base = node.extends ? ` extends ${path(node.extends)}` : "";
        return [`${node.kind} ${this.#written(node.name)}${base}`, ...this.#body(node.body)];
      }
      case "target":
        return [`target ${this.#written(node.name)}`, ...this.#body(node.body)];
      case "growth": {
        // Between its name and its brace no other bracket can stand.
        const span = { start: node.name?.span.end ?? node.span.start, end: node.span.end };
        const inner = this.#placement.sequence(members, span, node.members, (member) =>
          this.#member(member),
        );
        return [`growth ${this.#written(node.name)} `, inner];
      }
    }
  }

  #member(node: Stage | Assert): Piece[] {
    if (node.kind === "assert") return [`assert ${path(node.left)} == ${path(node.right)}`];
    const head = `stage ${this.#written(node.name)} from ${path(node.from)} at `;
    return [head, ...this.#expr(node.at), ...this.#body(node.body)];
  }

  #body(body: Body | undefined): Piece[] {
    if (body === undefined) return [];
    const inner = this.#placement.sequence(items, body.span, body.items, (item) =>
      this.#item(item),
    );
    return [" ", inner];
  }

  #item(node: Item): Piece[] {
    switch (node.kind) {
      case "fact":
        return [`${node.key.text}: `, ...this.#expr(node.value)];
      case "amend":
        return [node.key.text, ...this.#body(node.body)];
      case "change":
        return [
          `${node.key.text} ${node.operator} `,
          ...this.#expr(node.by),
          ...this.#after(node.after),
        ];
      case "param": {
        const type = node.type ? `: ${node.type.text}` : "";
        const allowed = node.allowed ? [" in ", ...this.#expr(node.allowed)] : [];
        return [
          `param ${this.#written(node.name)}${type} = `,
          ...this.#expr(node.value),
          ...allowed,
        ];
      }
      case "group": {
        const name = node.name ? ` ${node.name.text}` : "";
        const count = node.count ? ["[", ...this.#expr(node.count), "]"] : [];
        return [`group${name}`, ...count, ...this.#body(node.body)];
      }
      case "layers":
        return ["layers ", ...this.#layerSet(node.set), ...this.#body(node.body)];
      case "lossy":
        return [`lossy ${this.#written(node.reason)}`, ...this.#body(node.body)];
    }
  }

  #after(node: After | undefined): Piece[] {
    if (node === undefined) return [];
    return node.every
      ? [" after every ", ...this.#expr(node.every)]
      : [" after ", ...this.#expr(node.list)];
  }

  #layerSet(node: LayerSet | undefined): Piece[] {
    switch (node?.kind) {
      case undefined:
        return [];
      case "allLayers":
        return ["all"];
      case "everyLayers":
        return ["every ", ...this.#expr(node.step), " from ", ...this.#expr(node.first)];
      case "rangeLayers":
        return [...this.#expr(node.first), node.open ? ".." : "..<", ...this.#expr(node.end)];
      case "listedLayers":
        return this.#expr(node.value);
    }
  }

  #expr(node: Expr | undefined): Piece[] {
    switch (node?.kind) {
      case undefined:
        return [];
      case "binary":
        return [...this.#expr(node.left), ` ${node.operator} `, ...this.#expr(node.right)];
      case "negate":
        return ["-", ...this.#expr(node.operand)];
      case "number":
        return [node.unit ? `${node.text} ${node.unit}` : node.text];
      case "ratio":
        return [this.#written(node)];
      case "list":
        return [
          this.#placement.sequence(list, node.span, node.elements, (element) =>
            this.#expr(element),
          ),
        ];
      case "parens":
        return ["(", ...this.#expr(node.inner), ")"];
      case "path":
        return [path(node)];
      case "call": {
        // Between what is called and its parenthesis no other bracket can stand.
        const span = { start: node.callee.span.end, end: node.span.end };
        const passed = this.#placement.sequence(call, span, node.arguments, ({ name, value }) => [
          name ? `${name.text}: ` : "",
          ...this.#expr(value),
        ]);
        return [path(node.callee), passed];
      }
    }
  }

  /** What stands in the source. */
  #written(node: { readonly span: Span } | undefined): string {
    return node ? this.#text.slice(node.span.start, node.span.end) : "";
  }
}

function path(node: Path | undefined): string {
  return node ? node.names.map(({ text }) => text).join(".") : "";
}
