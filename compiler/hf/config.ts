import { diagnose, type Diagnostic, type Rule } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Bounds } from "../facts/type.js";
import type { Json } from "../json.js";
import { thousands } from "../plan/numbers.js";
import { fieldMissing, fieldType, notInUse, outside, unsayable } from "./codes.js";
import { shown } from "./shown.js";

export type Value = string | number | boolean | null | readonly Value[] | Fields;
export interface Fields {
  readonly [name: string]: Value;
}

/** A mistake after which there is no spec. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly finding: Diagnostic;

  constructor(finding: Diagnostic) {
    super(finding.message);
    this.finding = finding;
  }
}

/** What has been read so far: nothing of a config may go unnoticed. */
interface Account {
  readonly read: Set<string>;
  readonly findings: Diagnostic[];
  /** Fields that are not in the config, with the value that `transformers` then takes. */
  readonly assumed: Map<string, Value>;
  /** Fields that say nothing about what a layer computes. */
  readonly meaningless: string[];
  /** The objects that were read field by field, by their pointers. */
  readonly inner: Map<string, Config>;
}

/** An object of a config, read field by field; `null` counts as absent. */
export class Config {
  readonly type: string;
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #json: Json;
  readonly #pointer: string;
  readonly #defaults: Fields;
  readonly #account: Account;

  constructor(
    fields: object,
    json: Json,
    options: {
      readonly type: string;
      readonly defaults: Fields;
      readonly pointer?: string;
      readonly account?: Account;
    },
  ) {
    this.#fields = new Map<string, unknown>(Object.entries(fields));
    this.#json = json;
    this.type = options.type;
    this.#defaults = options.defaults;
    this.#pointer = options.pointer ?? "";
    this.#account = options.account ?? {
      read: new Set(),
      findings: [],
      meaningless: [],
      assumed: new Map(),
      inner: new Map(),
    };
  }

  get findings(): readonly Diagnostic[] {
    return this.#account.findings;
  }

  get assumed(): ReadonlyMap<string, Value> {
    return this.#account.assumed;
  }

  get meaningless(): readonly string[] {
    return this.#account.meaningless;
  }

  /** Whether a field is there and not `null`. */
  has(name: string): boolean {
    return (this.#fields.get(name) ?? undefined) !== undefined;
  }

  /** Fields that must be there; all that are missing are told at once. */
  need(...names: readonly string[]): void {
    const missing = names.filter((name) => !this.has(name) && !(name in this.#defaults));
    if (missing.length > 0) this.#missing(missing);
  }

  int(name: string, bounds: Bounds): number {
    const { least = 1, most = Number.MAX_SAFE_INTEGER } = bounds;
    const wanted = `a whole number from ${thousands(least)} to ${thousands(most)}`;
    return this.#required(name, wanted, (value) =>
      typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined,
    );
  }

  number(name: string): number {
    return this.#required(name, "a number above 0", positive);
  }

  flag(name: string): boolean {
    const read = (value: unknown) => (typeof value === "boolean" ? value : undefined);
    return this.#optional(name, "`true` or `false`", read) ?? false;
  }

  word(name: string): string {
    return this.#required(name, "a text", text);
  }

  optionalInt(name: string, bounds: Bounds): number | undefined {
    this.#mark(name);
    return this.#present(name) ? this.int(name, bounds) : undefined;
  }

  optionalNumber(name: string): number | undefined {
    return this.#optional(name, "a number above 0", positive);
  }

  optionalWord(name: string): string | undefined {
    return this.#optional(name, "a text", text);
  }

  /** A list with a text for each layer. */
  words(name: string, count: number): readonly string[] | undefined {
    return this.#optional(name, `a list of ${count} texts, one a layer`, (value) =>
      Array.isArray(value) && value.length === count && value.every((it) => typeof it === "string")
        ? value
        : undefined,
    );
  }

  inner(name: string, defaults: Fields = {}): Config | undefined {
    const value = this.#optional(name, "an object", (it) =>
      typeof it === "object" && it !== null && !Array.isArray(it) ? it : undefined,
    );
    if (!value) return undefined;
    const pointer = `${this.#pointer}/${escaped(name)}`;
    const inner = new Config(value, this.#json, {
      type: this.type,
      defaults,
      pointer,
      account: this.#account,
    });
    this.#account.inner.set(pointer, inner);
    return inner;
  }

  /** Fields that are known and say nothing about what a layer computes. */
  ignore(...names: readonly string[]): void {
    for (const name of names) {
      if (!this.#fields.has(name)) continue;
      this.#mark(name);
      this.#account.meaningless.push(name);
    }
  }

  /** A field that may only be this: anything else no spec can say. */
  only(name: string, allowed: readonly Value[], why: string): void {
    if (!this.has(name)) return this.#mark(name);
    const value = this.#fields.get(name);
    if (!allowed.some((one) => same(one, value))) this.refuse(name, why);
    this.#mark(name);
  }

  /** Ends the reading: no spec can say what this field says. */
  refuse(name: string, why: string): never {
    throw new ConfigError(
      this.#finding(unsayable, name, { name, value: shown(this.#fields.get(name)), why }),
    );
  }

  /** Fields, of those named, about something that no spec says. */
  leaveOut(what: string, names: readonly string[]): void {
    const [first, ...others] = names.filter((name) => this.has(name));
    for (const name of names) this.#mark(name);
    if (first === undefined) return;
    this.#account.findings.push(this.#finding(outside, first, { what, names: [first, ...others] }));
  }

  /** A field that another one switches off. */
  notInUse(name: string, why: string): void {
    this.#mark(name);
    if (!this.has(name)) return;
    const parameters = { name, value: shown(this.#fields.get(name)), why };
    this.#account.findings.push(this.#finding(notInUse, name, parameters));
  }

  /** What nobody has asked for, with its values. */
  rest(): readonly { readonly name: string; readonly value: string; readonly span: SourceSpan }[] {
    return [...this.#fields].flatMap(([name, value]) => {
      const pointer = `${this.#pointer}/${escaped(name)}`;
      if (!this.#account.read.has(pointer)) {
        return [{ name, value: shown(value), span: this.#json.nameAt(pointer) }];
      }
      const inner = this.#account.inner.get(pointer)?.rest() ?? [];
      return inner.map((field) => ({ ...field, name: `${name}.${field.name}` }));
    });
  }

  /** A field that must have a value: an explicit `null` is as good as none. */
  #required<T>(name: string, wanted: string, read: (value: unknown) => T | undefined): T {
    if (!this.has(name) && (this.#defaults[name] ?? undefined) === undefined) this.#missing([name]);
    return this.#read(name, wanted, read);
  }

  #optional<T>(
    name: string,
    wanted: string,
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    this.#mark(name);
    return this.#present(name) ? this.#read(name, wanted, read) : undefined;
  }

  #read<T>(name: string, wanted: string, read: (value: unknown) => T | undefined): T {
    this.#mark(name);
    const given = this.#fields.get(name) ?? undefined;
    const value = given ?? this.#defaults[name];
    const result = read(value);
    if (result === undefined) {
      throw new ConfigError(this.#finding(fieldType, name, { name, wanted, got: shown(value) }));
    }
    if (given === undefined) this.#account.assumed.set(name, this.#defaults[name] ?? null);
    return result;
  }

  #missing(names: readonly string[]): never {
    const parameters = { type: this.type, names };
    throw new ConfigError(diagnose(fieldMissing, this.#json.valueAt(this.#pointer), parameters));
  }

  /** Whether there is a value, in the config or by default. An explicit `null` is none. */
  #present(name: string): boolean {
    if (this.#fields.has(name)) return this.has(name);
    return (this.#defaults[name] ?? undefined) !== undefined;
  }

  #finding<P>(row: Rule<P>, name: string, parameters: P): Diagnostic {
    return diagnose(row, this.#at(name), parameters);
  }

  #at(name: string): SourceSpan {
    return this.#json.valueAt(`${this.#pointer}/${escaped(name)}`);
  }

  #mark(name: string): void {
    this.#account.read.add(`${this.#pointer}/${escaped(name)}`);
  }
}

function positive(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A name within a JSON pointer, RFC 6901. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
