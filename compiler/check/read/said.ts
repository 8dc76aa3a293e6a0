import { dotted, type Statement } from "./statement.js";

/** Remembers what was said of which fact, to find what is said again, whole or by member. */
export class Said {
  /** By path, what states it whole. */
  private readonly whole = new Map<string, Statement>();
  /** By path, the first that states a member of it. */
  private readonly inside = new Map<string, Statement>();

  /** Adds a statement, unless an earlier one says the same, which is returned. */
  add(statement: Statement): Statement | undefined {
    const prefixes = statement.path.map((_, i) => dotted(statement.path.slice(0, i + 1)));
    const whole = dotted(statement.path);
    const first =
      prefixes.map((prefix) => this.whole.get(prefix)).find((found) => found) ??
      this.inside.get(whole);
    if (first) return first;
    this.whole.set(whole, statement);
    for (const prefix of prefixes.slice(0, -1)) {
      if (!this.inside.has(prefix)) this.inside.set(prefix, statement);
    }
    return undefined;
  }
}
