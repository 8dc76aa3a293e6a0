/** A JSON object whose members are read by type; a member of another type is an error. */
export class JsonObject {
  readonly #members: ReadonlyMap<string, unknown>;

  constructor(value: unknown) {
    if (typeof value !== "object" || value === null) throw new TypeError("not a JSON object");
    this.#members = new Map<string, unknown>(Object.entries(value));
  }

  static parse(text: string): JsonObject {
    return new JsonObject(JSON.parse(text));
  }

  number(key: string): number {
    return this.maybeNumber(key) ?? absent(key);
  }

  text(key: string): string {
    const value = this.#members.get(key);
    return typeof value === "string" ? value : absent(key);
  }

  /** `null` is an absent number. */
  maybeNumber(key: string): number | undefined {
    const value = this.#members.get(key) ?? undefined;
    if (value !== undefined && typeof value !== "number") absent(key);
    return value;
  }

  maybeObject(key: string): JsonObject | undefined {
    const value = this.#members.get(key) ?? undefined;
    return value === undefined ? undefined : new JsonObject(value);
  }

  flag(key: string): boolean {
    return this.#members.get(key) === true;
  }
}

function absent(key: string): never {
  throw new TypeError(`${key} is absent or of another type`);
}
