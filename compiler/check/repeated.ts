import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { lineOf } from "../names/module.js";
import { composition } from "./codes.js";
import { dotted, lastName, type Statement } from "./statement.js";

/**
 * Row 3 of language.md, section 8: in one body, or in one `layers` block, a fact is written once,
 * whole or by member. Remembers what was said and finds what is said again.
 */
export class Said {
  /** By path, what states it whole. */
  private readonly whole = new Map<string, Statement>();
  /** By path, the first that states a member of it. */
  private readonly within = new Map<string, Statement>();

  /** Adds a statement, unless it repeats one: then the finding that says so. */
  add(statement: Statement): Diagnostic | undefined {
    const { path } = statement;
    const prefixes = path.map((_, i) => dotted(path.slice(0, i + 1)));
    const whole = dotted(path);
    const first =
      prefixes.map((prefix) => this.whole.get(prefix)).find((found) => found) ??
      this.within.get(whole);
    if (first) return repeated(first, statement);
    this.whole.set(whole, statement);
    for (const prefix of prefixes.slice(0, -1)) {
      if (!this.within.has(prefix)) this.within.set(prefix, statement);
    }
    return undefined;
  }
}

function repeated(first: Statement, second: Statement): Diagnostic {
  const { module } = second.owner;
  const shorter = first.path.length <= second.path.length ? first : second;
  const where = lineOf(module, first.key, module);
  return diagnose(
    composition.writtenTwice,
    second.key,
    { name: lastName(shorter.path), where },
    { secondary: [{ span: first.at, text: "written here" }] },
  );
}
