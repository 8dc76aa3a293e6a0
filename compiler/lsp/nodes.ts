import type { Span } from "../../grammar/span.js";
import type {
  After,
  Argument,
  Assert,
  Body,
  Declaration,
  Expr,
  Import,
  ImportName,
  Item,
  LayerSet,
  Name,
  SourceFile,
  Stage,
  Text,
} from "../../grammar/tree.js";

/** Any node of a tree. */
export type Node =
  | SourceFile
  | Import
  | ImportName
  | Declaration
  | Stage
  | Assert
  | Body
  | Item
  | After
  | LayerSet
  | Expr
  | Argument
  | Name
  | Text;

/** The nodes directly in another, in the order of the text. */
function childrenOf(node: Node): readonly Node[] {
  return partsOf(node).filter((part) => part !== undefined);
}

function partsOf(node: Node): readonly (Node | undefined)[] {
  switch (node.kind) {
    case "file":
      return [...node.imports, ...node.declarations];
    case "import":
      return [...node.names, node.from];
    case "importName":
      return [node.name, node.as];
    case "const":
      return [node.name, node.value];
    case "family":
    case "model":
      return [node.name, node.extends, node.body];
    case "growth":
      return [node.name, ...node.members];
    case "stage":
      return [node.name, node.from, node.at, node.body];
    case "assert":
      return [node.left, node.right];
    case "target":
      return [node.name, node.body];
    case "body":
      return node.items;
    case "fact":
      return [node.key, node.value];
    case "amend":
      return [node.key, node.body];
    case "change":
      return [node.key, node.by, node.after];
    case "after":
      return [node.every, node.list];
    case "param":
      return [node.name, node.type, node.value, node.allowed];
    case "group":
      return [node.name, node.count, node.body];
    case "layers":
      return [node.set, node.body];
    case "lossy":
      return [node.reason, node.body];
    case "everyLayers":
      return [node.step, node.first];
    case "rangeLayers":
      return [node.first, node.end];
    case "listedLayers":
      return [node.value];
    case "binary":
      return [node.left, node.right];
    case "negate":
      return [node.operand];
    case "list":
      return node.elements;
    case "parens":
      return [node.inner];
    case "path":
      return node.names;
    case "call":
      return [node.callee, ...node.arguments];
    case "argument":
      return [node.name, node.value];
    case "allLayers":
    case "number":
    case "ratio":
    case "name":
    case "text":
      return [];
  }
}

/** The nodes around an offset, the file first; at the border of two the second counts. */
export function nodesAt(file: SourceFile, offset: number): readonly Node[] {
  const nodes: Node[] = [file];
  for (;;) {
    const inner = childrenOf(nodes.at(-1) ?? file).findLast(({ span }) => touches(span, offset));
    if (!inner) return nodes;
    nodes.push(inner);
  }
}

/** Whether an offset lies in a span or at either of its ends. */
export function touches(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

/** A node and every one below it, in the order of the text; below those for which `see` is false, none. */
export function visit(node: Node, see: (node: Node) => boolean): void {
  if (!see(node)) return;
  for (const child of childrenOf(node)) visit(child, see);
}
