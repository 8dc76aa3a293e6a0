/** The part of JSON schema that options are described in. */
export interface OptionSchema {
  readonly description: string;
  readonly type: "integer" | "array" | readonly ["integer", "string"];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly items?: { readonly type: "integer"; readonly minimum: number };
  readonly minItems?: number;
  readonly uniqueItems?: true;
  readonly default?: number | readonly number[];
}

/** How a rule asks for its options. */
export interface Options {
  int(name: string, doc: string, initial: number, least: number): number;
  /** Bytes, a number or as `512 MiB`; there is no default. */
  bytes(name: string, doc: string): number | undefined;
  ints(name: string, doc: string, initial: readonly number[], least: number): readonly number[];
}

/** Notes what a rule asks for, and answers with the defaults. */
export class SchemaReader implements Options {
  readonly properties: Record<string, OptionSchema> = {};

  int(name: string, description: string, initial: number, minimum: number): number {
    this.properties[name] = { description, type: "integer", minimum, default: initial };
    return initial;
  }

  bytes(name: string, description: string): undefined {
    const pattern = bytes.source;
    this.properties[name] = { description, type: ["integer", "string"], minimum: 1, pattern };
  }

  ints(
    name: string,
    description: string,
    initial: readonly number[],
    minimum: number,
  ): readonly number[] {
    const items = { type: "integer", minimum } as const;
    const list = { type: "array", items, minItems: 1, uniqueItems: true } as const;
    this.properties[name] = { description, ...list, default: initial };
    return initial;
  }
}

/** Answers with what a configuration says, which has been held against the schema before. */
export class OptionReader implements Options {
  readonly #given: Readonly<Record<string, unknown>>;

  constructor(given: Readonly<Record<string, unknown>>) {
    this.#given = given;
  }

  int(name: string, _doc: string, initial: number): number {
    const value = this.#given[name];
    return typeof value === "number" ? value : initial;
  }

  bytes(name: string): number | undefined {
    const value = this.#given[name];
    if (typeof value === "number") return value;
    const [, count, unit = ""] = typeof value === "string" ? (bytes.exec(value) ?? []) : [];
    return count === undefined ? undefined : Number(count) * (units.get(unit) ?? 1);
  }

  ints(name: string, _doc: string, initial: readonly number[]): readonly number[] {
    const value: unknown = this.#given[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === "number") : initial;
  }
}

const bytes = /^([1-9][0-9]*) (KiB|MiB|GiB)$/;
const units: ReadonlyMap<string, number> = new Map([
  ["KiB", 2 ** 10],
  ["MiB", 2 ** 20],
  ["GiB", 2 ** 30],
]);
