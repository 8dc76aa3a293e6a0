/** What an expression comes to. */
export type Value = NumberValue | RatioValue | DimsValue | ListValue | KindValue | Unknown;

/** `float` aside, the number is whole where a field takes it. */
export interface NumberValue {
  readonly type: "int" | "float" | "tokens" | "bytes" | "decibel";
  readonly value: number;
}

/** g:1, as g. */
export interface RatioValue {
  readonly type: "ratio";
  readonly value: number;
}

export interface DimsValue {
  readonly type: "dims";
  readonly parts: readonly DimsPart[];
}

export interface DimsPart {
  readonly kind: "plain" | "rotary";
  readonly size: number;
}

export interface ListValue {
  readonly type: "list";
  readonly elements: readonly Value[];
}

/** A word with its arguments, defaults filled in. */
export interface KindValue {
  readonly type: "kind";
  readonly word: string;
  readonly args: ReadonlyMap<string, Value>;
}

/** A mistake that has been reported, or what a family leaves open: it fits everywhere. */
export interface Unknown {
  readonly type: "unknown";
}

export const unknown: Unknown = { type: "unknown" };

export function int(value: number): NumberValue {
  return { type: "int", value };
}

export function float(value: number): NumberValue {
  return { type: "float", value };
}

export function sizeOf(dims: DimsValue): number {
  return dims.parts.reduce((sum, part) => sum + part.size, 0);
}

export function sameValue(a: Value, b: Value): boolean {
  return a.type === b.type && show(a) === show(b);
}

/** A value as it would be written. */
export function show(value: Value): string {
  switch (value.type) {
    case "int":
    case "float":
      return String(value.value);
    case "tokens":
      return `${value.value} tokens`;
    case "bytes":
      return String(value.value);
    case "decibel":
      return `${value.value} dB`;
    case "ratio":
      return `${value.value}:1`;
    case "dims":
      return value.parts.map((part) => `${part.size} ${part.kind}`).join(" + ");
    case "list":
      return `[${value.elements.map(show).join(", ")}]`;
    case "kind": {
      const args = [...value.args].map(([name, arg]) => `${name}: ${show(arg)}`);
      return args.length === 0 ? value.word : `${value.word}(${args.join(", ")})`;
    }
    case "unknown":
      return "?";
  }
}
