import type { Span } from "./span.js";

/**
 * The syntax tree of a `.gda` file. Every node has the span of its own text. What recovery could
 * not find is absent (`undefined`), never invented: each absence has been reported once already.
 */
export interface SourceFile {
  readonly kind: "file";
  readonly imports: readonly Import[];
  readonly declarations: readonly Declaration[];
  /** All comments in order; `///` comments are also the `doc` of the node that they precede. */
  readonly comments: readonly Comment[];
  /** Whether the tree holds all that the text says: nothing was reported. */
  readonly complete: boolean;
  readonly span: Span;
}

export interface Comment {
  /** `line` is `// …`, `doc` is `/// …`. */
  readonly kind: "line" | "doc";
  /** The text after the slashes, as written. */
  readonly text: string;
  readonly span: Span;
}

export interface Name {
  readonly kind: "name";
  readonly text: string;
  readonly span: Span;
}

export interface Text {
  readonly kind: "text";
  /** With the escapes resolved. */
  readonly value: string;
  readonly span: Span;
}

export interface Import {
  readonly kind: "import";
  readonly names: readonly ImportName[];
  readonly from: Text | undefined;
  readonly span: Span;
}

export interface ImportName {
  readonly kind: "importName";
  readonly name: Name;
  readonly as: Name | undefined;
  readonly span: Span;
}

export type Declaration = Const | Family | Model | Growth | Target;

export interface Const {
  readonly kind: "const";
  readonly name: Name | undefined;
  readonly value: Expr | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface Family {
  readonly kind: "family";
  readonly name: Name | undefined;
  readonly extends: Path | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface Model {
  readonly kind: "model";
  readonly name: Name | undefined;
  readonly extends: Path | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface Growth {
  readonly kind: "growth";
  readonly name: Name | undefined;
  readonly members: readonly (Stage | Assert)[];
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface Stage {
  readonly kind: "stage";
  readonly name: Name | undefined;
  readonly from: Path | undefined;
  readonly at: Expr | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `assert left == right`: both plans must agree, value by value. */
export interface Assert {
  readonly kind: "assert";
  readonly left: Path | undefined;
  readonly right: Path | undefined;
  readonly span: Span;
}

export interface Target {
  readonly kind: "target";
  readonly name: Name | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface Body {
  readonly kind: "body";
  readonly items: readonly Item[];
  readonly span: Span;
}

export type Item = Fact | Amend | Change | Param | Group | Layers | Lossy;

/** `key: value` states a whole value. */
export interface Fact {
  readonly kind: "fact";
  readonly key: Name;
  readonly value: Expr | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `key { … }` amends what is there, member by member. */
export interface Amend {
  readonly kind: "amend";
  readonly key: Name;
  readonly body: Body;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `key *= by` or `key += by`, with `after every N` or `after [ … ]`: a growth stage's change of a count. */
export interface Change {
  readonly kind: "change";
  readonly key: Name;
  readonly operator: "*=" | "+=";
  readonly by: Expr | undefined;
  readonly after: After | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export interface After {
  readonly kind: "after";
  readonly every: Expr | undefined;
  readonly list: List | undefined;
  readonly span: Span;
}

/** `param name: type = value in [ … ]`. */
export interface Param {
  readonly kind: "param";
  readonly name: Name | undefined;
  readonly type: Name | undefined;
  readonly value: Expr | undefined;
  readonly allowed: List | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `group name[count] { … }`. */
export interface Group {
  readonly kind: "group";
  readonly name: Name | undefined;
  readonly count: Expr | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `layers set { … }`. */
export interface Layers {
  readonly kind: "layers";
  readonly set: LayerSet | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

/** `lossy "why" { … }`. */
export interface Lossy {
  readonly kind: "lossy";
  readonly reason: Text | undefined;
  readonly body: Body | undefined;
  readonly doc: string | undefined;
  readonly span: Span;
}

export type LayerSet = AllLayers | EveryLayers | RangeLayers | ListedLayers;

export interface AllLayers {
  readonly kind: "allLayers";
  readonly span: Span;
}

/** `every step from first`. */
export interface EveryLayers {
  readonly kind: "everyLayers";
  readonly step: Expr | undefined;
  readonly first: Expr | undefined;
  readonly span: Span;
}

/** `first..<end`, or `first..` to the last layer. */
export interface RangeLayers {
  readonly kind: "rangeLayers";
  readonly first: Expr;
  readonly end: Expr | undefined;
  readonly open: boolean;
  readonly span: Span;
}

/** One layer, or a list of layers. */
export interface ListedLayers {
  readonly kind: "listedLayers";
  readonly value: Expr;
  readonly span: Span;
}

export type Expr = Binary | Negate | NumberLiteral | RatioLiteral | List | Parens | Path | Call;

export interface Binary {
  readonly kind: "binary";
  readonly operator: "+" | "-" | "*" | "/";
  readonly left: Expr;
  readonly right: Expr | undefined;
  readonly span: Span;
}

export interface Negate {
  readonly kind: "negate";
  readonly operand: Expr | undefined;
  readonly span: Span;
}

export type Unit = "tokens" | "KiB" | "MiB" | "GiB" | "dB" | "plain" | "rotary";

export interface NumberLiteral {
  readonly kind: "number";
  /** `int` 32_768, `float` 1e-5, `count` 2.4T (the value is scaled already). */
  readonly form: "int" | "float" | "count";
  readonly value: number;
  /** The number as written, without its unit. */
  readonly text: string;
  readonly unit: Unit | undefined;
  readonly span: Span;
}

/** `4:1`, signal : noise. */
export interface RatioLiteral {
  readonly kind: "ratio";
  readonly signal: number;
  readonly noise: number;
  readonly span: Span;
}

export interface List {
  readonly kind: "list";
  readonly elements: readonly Expr[];
  readonly span: Span;
}

export interface Parens {
  readonly kind: "parens";
  readonly inner: Expr | undefined;
  readonly span: Span;
}

/** `name` or `name.member`. */
export interface Path {
  readonly kind: "path";
  readonly names: readonly Name[];
  readonly span: Span;
}

/** `name(argument, name: argument)`: a kind with arguments, or a function. */
export interface Call {
  readonly kind: "call";
  readonly callee: Path;
  readonly arguments: readonly Argument[];
  readonly span: Span;
}

export interface Argument {
  readonly kind: "argument";
  readonly name: Name | undefined;
  readonly value: Expr;
  readonly span: Span;
}
