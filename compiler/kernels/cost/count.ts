import type { Size } from "../../../runtime/manifest.js";
import type { Loop } from "../text/code.js";
import type { Counts, Traffic } from "./counts.js";
import { Expressions } from "./expressions.js";
import { Lives } from "./lives.js";
import { parse } from "./parse.js";
import type { Expression, Statement } from "./syntax.js";
import { valueOf } from "./values.js";

/** A kernel as a nest of loops with what one round of each does, without its inner loops. */
export interface Nest {
  readonly name: string;
  readonly rounds: Size;
  readonly counts: Counts;
  readonly traffic: readonly Traffic[];
  readonly inner: readonly Nest[];
}

export interface Counted {
  /** The body of the kernel, one round. */
  readonly nest: Nest;
  /** f32 values of an invocation that are alive at once, at most; arrays are in memory and apart. */
  readonly live: number;
  /** f32 values of an invocation in arrays. */
  readonly inArrays: number;
}

/** A kernel's text, and its loops in the order in which they stand there. */
export interface Countable {
  readonly lines: readonly { readonly text: string }[];
  readonly loops: readonly Loop[];
  readonly entry: { readonly workgroup: number };
}

/**
 * Counts what a kernel does, from its text: what stands there is what is counted, so a change of a
 * kernel needs no other. Every branch counts, both where one of two is taken.
 */
export function count({ lines, loops, entry }: Countable): Counted {
  const module = parse(lines.map(({ text }) => text).join("\n"));
  const main = module.functions.get("main");
  if (main === undefined) throw new Error("a kernel has no main");
  const lives = new Lives();
  const expressions = new Expressions(module, lives, entry.workgroup);
  for (const { name, type } of main.parameters) {
    expressions.declare(name, valueOf(type, name === "lane"));
  }
  const walk = new Walk(expressions, lives, loops);
  const nest = walk.body("workgroup", 1, main.body);
  if (walk.left > 0) throw new Error("a kernel has a loop without text");
  return { nest, live: lives.most, inArrays: expressions.inArrays };
}

class Walk {
  readonly #expressions: Expressions;
  readonly #lives: Lives;
  readonly #loops: Loop[];

  constructor(expressions: Expressions, lives: Lives, loops: readonly Loop[]) {
    this.#expressions = expressions;
    this.#lives = lives;
    this.#loops = [...loops];
  }

  get left(): number {
    return this.#loops.length;
  }

  body(name: string, rounds: Size, statements: readonly Statement[]): Nest {
    const inner: Nest[] = [];
    const { counts, traffic } = this.#expressions.collect(() => {
      this.#all(statements, inner);
    });
    return { name, rounds, counts, traffic, inner };
  }

  #all(statements: readonly Statement[], inner: Nest[]): void {
    this.#expressions.scoped(() => {
      for (const statement of statements) this.#one(statement, inner);
    });
  }

  #one(statement: Statement, inner: Nest[]): void {
    const expressions = this.#expressions;
    switch (statement.kind) {
      case "declare":
        expressions.declare(statement.name, expressions.value(statement.value));
        break;
      case "assign":
        expressions.assign(statement);
        break;
      case "call":
        expressions.value(statement.call);
        break;
      case "return":
        if (statement.value) expressions.value(statement.value);
        break;
      case "block":
        this.#all(statement.body, inner);
        break;
      case "if":
        expressions.value(statement.test);
        if (isFirstLane(statement.test)) {
          expressions.alone(() => {
            this.#all(statement.body, inner);
          });
        } else this.#all(statement.body, inner);
        this.#all(statement.otherwise, inner);
        break;
      case "for":
        this.#for(statement, inner);
        break;
      case "break":
        break;
    }
  }

  #for({ first, test, next, body }: Statement & { kind: "for" }, inner: Nest[]): void {
    const loop = this.#loops.shift();
    if (loop === undefined) throw new Error("a kernel has a loop that no helper wrote");
    this.#expressions.scoped(() => {
      this.#one(first, inner);
      this.#lives.enterLoop();
      const driven: readonly Statement[] = [{ kind: "call", call: test }, next, ...body];
      inner.push(this.body(loop.name, loop.rounds, driven));
      this.#lives.leaveLoop();
    });
  }
}

/** `lane == 0u`: what follows is done once a team. */
function isFirstLane(test: Expression): boolean {
  if (test.kind !== "binary" || test.operator !== "==") return false;
  const { left, right } = test;
  return left.kind === "name" && left.name === "lane" && right.kind === "number";
}
