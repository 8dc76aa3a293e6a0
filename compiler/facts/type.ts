/** What a fact takes: the types of language.md, section 5, each with its bounds. */
export type FactType =
  IntType | FloatType | RatioType | QuantityType | DimsType | KindType | ListType | BlockType;

export interface Bounds {
  /** The value must be more than this. */
  readonly above?: number;
  readonly least?: number;
  readonly most?: number;
  readonly powerOfTwo?: true;
}

export interface IntType extends Bounds {
  readonly type: "int";
}

export interface FloatType extends Bounds {
  readonly type: "float";
}

export interface RatioType {
  readonly type: "ratio";
}

/** A count with a unit. `bytes` take a plain int too where `plain` is said. */
export interface QuantityType extends Bounds {
  readonly type: "tokens" | "bytes" | "decibel";
  readonly plain?: true;
}

export interface DimsType extends Bounds {
  readonly type: "dims";
}

/** A word of the fact's own list, with named arguments, or else a number where `number` is said. */
export interface KindType<W extends Words = Words> {
  readonly type: "kind";
  readonly words: W;
  readonly number?: IntType | FloatType;
}

/** A list of words, each at most once. */
export interface ListType<W extends Words = Words> {
  readonly type: "list";
  readonly words: W;
}

/** Facts of its own, in braces. */
export interface BlockType {
  readonly type: "block";
  readonly place: Place;
}

export type Place =
  "model" | "attention" | "group" | "latent" | "mlp" | "stage" | "target" | "limits";

export interface Word {
  readonly doc: string;
  readonly takes: Members;
}

export type Words = Readonly<Record<string, Word>>;

/** One fact, or one argument of a word. */
export interface Row<T extends FactType = FactType> {
  readonly type: T;
  /** One line for hover and completion. */
  readonly doc: string;
  /** What holds where it is left out, as it would be written. */
  readonly default?: string;
  /** Left out, it is missing, always or beside noise heads; else it is simply absent. */
  readonly required?: "always" | "noise heads";
}

export type Members = Readonly<Record<string, Row>>;

export const none: Word = { doc: "Without it.", takes: {} };

/** A word that takes no arguments. */
export function word(doc: string): { readonly doc: string; readonly takes: Record<never, Row> } {
  return { doc, takes: {} };
}

export function takes<M extends Members>(
  doc: string,
  members: M,
): { readonly doc: string; readonly takes: M } {
  return { doc, takes: members };
}

export function kind<W extends Words>(words: W): KindType<W> {
  return { type: "kind", words };
}

export function kindOr<W extends Words>(words: W, number: IntType | FloatType): KindType<W> {
  return { type: "kind", words, number };
}

export function list<W extends Words>(words: W): ListType<W> {
  return { type: "list", words };
}

export function int(bounds: Bounds): IntType {
  return { type: "int", ...bounds };
}

export function float(bounds: Bounds = {}): FloatType {
  return { type: "float", ...bounds };
}

export function block(place: Place): BlockType {
  return { type: "block", place };
}

/** A count of things that there must be at least one of. */
export function count(most: number): IntType {
  return { type: "int", least: 1, most };
}

export const positive = float({ above: 0 });

export function required<T extends FactType>(type: T, doc: string): Row<T> {
  return { type, doc, required: "always" };
}

export function withNoise<T extends FactType>(type: T, doc: string, byDefault?: string): Row<T> {
  return { ...optional(type, doc, byDefault), required: "noise heads" };
}

export function optional<T extends FactType>(type: T, doc: string, byDefault?: string): Row<T> {
  return byDefault === undefined ? { type, doc } : { type, doc, default: byDefault };
}
