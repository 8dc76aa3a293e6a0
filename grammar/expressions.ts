import type { IToken, ParserMethod, TokenType } from "chevrotain";
import { limits } from "./limits.js";
import { numberValue, ratioValue } from "./numbers.js";
import { spanOf } from "./token.js";
import { SkippingParser } from "./skipping.js";
import { suggest } from "./suggest.js";
import { syntax } from "./syntax.js";
import * as t from "./tokens.js";
import type {
  Argument,
  Binary,
  Expr,
  List,
  Name,
  NumberLiteral,
  Parens,
  Path,
  Text,
} from "./tree.js";

/** The rules of values: numbers, ratios, lists, paths, calls and what operators make of them. */
export abstract class ExpressionParser extends SkippingParser {
  /** How deep each expression nests: a sum of many terms is as deep as it is long. */
  #depths = new WeakMap<Expr, number>();
  #tooDeep = false;

  override reset(): void {
    super.reset();
    this.#depths = new WeakMap();
    this.#tooDeep = false;
  }

  protected readonly name = this.RULE("name", (): Name | undefined =>
    this.OR([
      { ALT: () => nameFrom(this.CONSUME(t.Identifier)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Reserved)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Unreadable)) },
    ]),
  );

  /** A name, or a report that `what` is missing; so it is if the `next` word stands in its place. */
  protected nameOf(index: number, what = "A name", next = t.Extends): Name | undefined {
    const found = () => this.nameFollows() && !this.#skipped(next);
    return this.orMissing(index, this.name, () => this.expected(what), found);
  }

  /** A path, likewise. */
  protected pathOf(index: number, what: string, next?: TokenType): Path | undefined {
    const found = () => this.goesOn() && !this.#skipped(next);
    return this.orMissing(index, this.#reference, () => this.expected(what), found);
  }

  #skipped(next: TokenType | undefined): boolean {
    return next !== undefined && this.isNext(next) && ![next, t.Dot].includes(this.LA(2).tokenType);
  }

  /** Text, as the name of a file or a reason. */
  protected readonly text = this.RULE("text", (): Text | undefined =>
    this.OR([
      { ALT: () => textFrom(this.CONSUME(t.Text)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Unreadable)) },
    ]),
  );

  readonly #path: ParserMethod<[], Path> = this.RULE("path", () => {
    const names: Name[] = [];
    const first = this.OR([
      { ALT: () => this.CONSUME(t.Identifier) },
      { ALT: () => this.CONSUME(t.Layers) },
    ]);
    this.ACTION(() => names.push(nameFrom(first)));
    this.MANY(() => {
      this.CONSUME(t.Dot);
      const member = this.nameOf(1);
      this.ACTION(() => member && names.push(member));
    });
    return this.ACTION((): Path => ({ kind: "path", names, span: this.from(first) }));
  });

  readonly #reference = this.RULE("reference", (): Path | undefined =>
    this.OR([
      { ALT: () => this.SUBRULE(this.#path) },
      { ALT: () => this.#unusable(this.CONSUME(t.Reserved)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Unreadable)) },
    ]),
  );

  readonly #argument = this.RULE("argument", (): Argument | undefined =>
    this.OR({
      // A name and its colon, or a value that begins with a name.
      MAX_LOOKAHEAD: 2,
      DEF: [
        { ALT: () => this.SUBRULE(this.#namedArgument) },
        {
          ALT: () => {
            const value = this.SUBRULE(this.expr);
            return this.ACTION(
              () => value && { kind: "argument", name: undefined, value, span: value.span },
            );
          },
        },
      ],
    }),
  );

  readonly #namedArgument = this.RULE("namedArgument", (): Argument | undefined => {
    const name = this.CONSUME(t.Identifier);
    this.OR(this.either(1, t.Colon, t.Equals, "An argument"));
    const value = this.value(1, this.expr);
    return this.ACTION(
      () => value && { kind: "argument", name: nameFrom(name), value, span: this.from(name) },
    );
  });

  readonly #pathOrCall = this.RULE("pathOrCall", (): Expr => {
    const callee = this.SUBRULE(this.#path);
    const passed: Argument[] = [];
    const open = this.OPTION(() => {
      const parenthesis = this.CONSUME(t.OpenParen);
      this.sequence(() => keep(passed, this.SUBRULE(this.#argument)), this.strayElement, false);
      this.CONSUME(t.CloseParen);
      return parenthesis;
    });
    return this.ACTION(() => {
      if (open === undefined) return callee;
      const span = { start: callee.span.start, end: this.gap().end };
      const inner = passed.map(({ value }) => value);
      return this.#measured({ kind: "call", callee, arguments: passed, span }, inner);
    });
  });

  readonly #number = this.RULE("number", (): NumberLiteral | undefined => {
    const number = this.CONSUME(t.Numeric);
    const unit = this.OPTION(() => this.CONSUME(t.Unit));
    const otherUnit = this.OPTION2({
      GATE: () => unit === undefined && this.#unitFollows(),
      DEF: () => this.CONSUME(t.Identifier),
    });
    return this.ACTION((): NumberLiteral | undefined => {
      if (otherUnit) return this.#unknownUnit(otherUnit);
      return {
        kind: "number",
        form: number.tokenType === t.Int ? "int" : number.tokenType === t.Float ? "float" : "count",
        value: numberValue(number.image),
        text: number.image,
        unit: t.units.find((known) => known === unit?.image),
        span: this.from(number),
      };
    });
  });

  protected readonly list: ParserMethod<[], List> = this.RULE("list", () => {
    const elements: Expr[] = [];
    const open = this.CONSUME(t.OpenBracket);
    this.sequence(() => keep(elements, this.SUBRULE(this.expr)), this.strayElement, false);
    this.CONSUME(t.CloseBracket);
    return this.ACTION(() =>
      this.#measured({ kind: "list", elements, span: this.from(open) }, elements),
    );
  });

  readonly #parens: ParserMethod<[], Parens> = this.RULE("parens", () => {
    const open = this.CONSUME(t.OpenParen);
    const inner = this.value(1, this.expr);
    this.OPTION(() => this.SUBRULE(this.strayRest));
    this.CONSUME(t.CloseParen);
    return this.ACTION(() =>
      this.#measured({ kind: "parens", inner, span: this.from(open) }, inner ? [inner] : []),
    );
  });

  readonly #primary: ParserMethod<[], Expr | undefined> = this.RULE("primary", () =>
    this.OR<Expr | undefined>([
      { ALT: () => this.SUBRULE(this.#number) },
      { ALT: () => ratioFrom(this.CONSUME(t.Ratio)) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.#parens) },
      { ALT: () => this.SUBRULE(this.#pathOrCall) },
      { ALT: () => this.#unusable(this.CONSUME(t.Text)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Reserved)) },
      { ALT: () => this.#unusable(this.CONSUME(t.Unreadable)) },
    ]),
  );

  readonly #factor = this.RULE("factor", (): Expr | undefined =>
    this.OR([
      { ALT: () => this.SUBRULE(this.#primary) },
      {
        ALT: () => {
          const signs: IToken[] = [];
          this.AT_LEAST_ONE(() => signs.push(this.CONSUME(t.Minus)));
          const operand = this.value(1, this.#primary);
          return this.ACTION(() => this.#negated(signs, operand));
        },
      },
    ]),
  );

  readonly #term = this.RULE("term", (): Expr | undefined => {
    let left = this.SUBRULE(this.#factor);
    this.MANY(() => {
      const operator = this.CONSUME(t.Multiplicative);
      const right = this.value(1, this.#factor);
      left = this.ACTION(() => this.#binary(left, operator, right));
    });
    return left;
  });

  protected readonly expr: ParserMethod<[], Expr | undefined> = this.RULE("expr", () => {
    let left = this.SUBRULE(this.#term);
    this.MANY(() => {
      const operator = this.CONSUME(t.Additive);
      const right = this.value(1, this.#term);
      left = this.ACTION(() => this.#binary(left, operator, right));
    });
    return left;
  });

  #binary(left: Expr | undefined, operator: IToken, right: Expr | undefined): Expr | undefined {
    if (left === undefined) return undefined;
    const span = { start: left.span.start, end: this.gap().end };
    const node: Binary = { kind: "binary", operator: signOf(operator), left, right, span };
    return this.#deepened(node, operator, right ? [left, right] : [left]) ? node : left;
  }

  #negated(signs: readonly IToken[], operand: Expr | undefined): Expr | undefined {
    let inner = operand;
    for (const sign of signs.toReversed()) {
      const node: Expr = { kind: "negate", operand: inner, span: this.from(sign) };
      if (!this.#deepened(node, sign, inner ? [inner] : [])) break;
      inner = node;
    }
    return inner;
  }

  /** Notes the depth of a node over `inner`. */
  #measured<T extends Expr>(node: T, inner: readonly Expr[]): T {
    let depth = 0;
    for (const expr of inner) depth = Math.max(depth, this.#depths.get(expr) ?? 1);
    this.#depths.set(node, depth + 1);
    return node;
  }

  /** Whether a node that an operator makes is not too deep. Brackets have been counted before. */
  #deepened(node: Expr, operator: IToken, inner: readonly Expr[]): boolean {
    const depth = this.#depths.get(this.#measured(node, inner)) ?? 0;
    if (depth <= limits.depth) return true;
    if (!this.#tooDeep) {
      this.findings.add(syntax.nestingTooDeep, spanOf(operator), { limit: limits.depth });
    }
    this.#tooDeep = true;
    return false;
  }

  /** Whether a word after a number is no other word, and probably a unit. */
  #unitFollows(): boolean {
    const next = this.LA(1);
    if (next.tokenType !== t.Identifier || !this.onLine() || this.beginsItem()) return false;
    return suggest(next.image, t.units).length > 0;
  }

  #unknownUnit(token: IToken): undefined {
    const found = token.image;
    const near = suggest(found, t.units);
    this.report(syntax.unknownUnit, spanOf(token), { found, near });
  }

  /** Reports a token where only a name or a value can stand. */
  #unusable(token: IToken): undefined {
    this.ACTION(() => {
      const found = token.image;
      const span = spanOf(token);
      const word = /^"([A-Za-z_]\w*)"$/.exec(found)?.[1];
      if (token.tokenType === t.Text) {
        const fix =
          word === undefined ? {} : { fix: { title: "Take the quotes away", span, text: word } };
        this.report(syntax.quotedWord, span, { found }, fix);
      } else if (t.units.some((unit) => unit === found)) {
        this.report(syntax.unitAlone, span, { unit: found });
      } else {
        this.report(syntax.reservedWord, span, { found });
      }
    });
  }
}

/** The name that a token is. */
export function nameFrom(token: IToken): Name {
  return { kind: "name", text: token.image, span: spanOf(token) };
}

function textFrom(token: IToken): Text {
  const value = token.image.slice(1, -1).replace(/\\(.)/g, "$1");
  return { kind: "text", value, span: spanOf(token) };
}

function ratioFrom(token: IToken): Expr {
  return { kind: "ratio", ...ratioValue(token.image), span: spanOf(token) };
}

function signOf(operator: IToken): Binary["operator"] {
  switch (operator.tokenType) {
    case t.Plus:
      return "+";
    case t.Minus:
      return "-";
    case t.Star:
      return "*";
    default:
      return "/";
  }
}

/** Adds a node that was found. */
export function keep<T>(nodes: T[], node: T | undefined): void {
  if (node !== undefined) nodes.push(node);
}
