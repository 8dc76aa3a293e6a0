import type { Argument, Expr } from "../../grammar/tree.js";

/** Whether two expressions say the same, however they are spaced, grouped in digits or in parentheses. */
export function sameExpr(a: Expr | undefined, b: Expr | undefined): boolean {
  const [left, right] = [bare(a), bare(b)];
  if (!left || !right) return left === right;
  switch (left.kind) {
    case "binary":
      return (
        right.kind === "binary" &&
        left.operator === right.operator &&
        sameExpr(left.left, right.left) &&
        sameExpr(left.right, right.right)
      );
    case "negate":
      return right.kind === "negate" && sameExpr(left.operand, right.operand);
    case "number":
      return right.kind === "number" && left.value === right.value && left.unit === right.unit;
    case "ratio":
      return right.kind === "ratio" && left.signal === right.signal && left.noise === right.noise;
    case "list":
      return right.kind === "list" && sameAll(left.elements, right.elements, sameExpr);
    case "path":
      return right.kind === "path" && pathText(left) === pathText(right);
    case "call":
      return (
        right.kind === "call" &&
        sameExpr(left.callee, right.callee) &&
        sameAll(left.arguments, right.arguments, sameArgument)
      );
    case "parens":
      return false;
  }
}

function sameArgument(a: Argument, b: Argument): boolean {
  return a.name?.text === b.name?.text && sameExpr(a.value, b.value);
}

function sameAll<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => {
      const other = b[i];
      return other !== undefined && same(one, other);
    })
  );
}

function bare(expr: Expr | undefined): Expr | undefined {
  return expr?.kind === "parens" ? bare(expr.inner) : expr;
}

function pathText({ names }: { readonly names: readonly { readonly text: string }[] }): string {
  return names.map(({ text }) => text).join(".");
}
