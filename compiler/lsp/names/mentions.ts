import type {
  Assert,
  Declaration,
  Growth,
  Import,
  Name,
  Path,
  Stage,
} from "../../../grammar/tree.js";
import type { Declared, Module } from "../../names/module.js";
import { Bodies } from "./bodies.js";
import { keyOf, type Meaning, type Mention, type Role } from "./mention.js";
import { groundOf, named, type Subject } from "./subject.js";

/** By the names of a module, which are made anew with each version of a text or of its imports. */
const known = new WeakMap<Module["names"], readonly Mention[]>();

/** The names of a file that the parser has found, with what they stand for, in the text's order. */
export function mentionsOf(module: Module): readonly Mention[] {
  const found = known.get(module.names) ?? new Reader(module).all();
  known.set(module.names, found);
  return found;
}

/** The name at an offset, or that ends there. */
export function mentionAt(module: Module, offset: number): Mention | undefined {
  const mentions = mentionsOf(module);
  let [low, high] = [0, mentions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mentions[middle]?.name.span.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  const mention = mentions[low - 1];
  return mention && offset <= mention.name.span.end ? mention : undefined;
}

class Reader {
  private readonly module: Module;
  private readonly mentions: Mention[] = [];

  constructor(module: Module) {
    this.module = module;
  }

  all(): readonly Mention[] {
    const { imports, declarations } = this.module.tree;
    for (const statement of imports) this.import(statement);
    for (const declaration of declarations) this.declaration(declaration);
    return this.mentions.toSorted((a, b) => a.name.span.start - b.name.span.start);
  }

  private readonly add = (mention: Mention): void => {
    this.mentions.push(mention);
  };

  private name(name: Name, meaning: Meaning, role: Role, subject?: Subject): void {
    this.add({ name, meaning, key: keyOf(meaning, name), role, subject });
  }

  private import({ names }: Import): void {
    for (const { name, as } of names) {
      const meaning = declared(this.module.names.get((as ?? name).text));
      this.name(name, meaning, "imports");
      if (as) this.name(as, meaning, "alias");
    }
  }

  private declaration(declaration: Declaration): void {
    const { module } = this;
    const { name } = declaration;
    if (name) this.name(name, declared({ declaration, module }), "declares");
    switch (declaration.kind) {
      case "const":
        return new Bodies(module, undefined, this.add).expression(declaration.value);
      case "family":
      case "model": {
        const subject: Subject = { part: declaration, module };
        const base = declaration.extends;
        if (base) this.reference(base, named(base, module), subject);
        return new Bodies(module, subject, this.add).body(declaration.body, "model");
      }
      case "target": {
        const subject: Subject = { part: declaration, module };
        return new Bodies(module, subject, this.add).body(declaration.body, "target");
      }
      case "growth":
        for (const member of declaration.members) {
          if (member.kind === "assert") this.assert(member, declaration);
          else this.stage(member, declaration);
        }
    }
  }

  private stage(stage: Stage, growth: Growth): void {
    const { module } = this;
    const subject: Subject = { part: stage, growth, module };
    const { name, from, at, body } = stage;
    if (name) this.name(name, { is: "stage", stage, growth, module }, "declares", subject);
    if (from) this.reference(from, groundOf(from, growth, module), subject);
    const bodies = new Bodies(module, subject, this.add);
    bodies.expression(at);
    bodies.body(body, "stage");
  }

  private assert({ left, right }: Assert, growth: Growth): void {
    for (const path of [left, right]) {
      if (path) this.reference(path, groundOf(path, growth, this.module));
    }
  }

  /** A path to a model, a family or a stage: `Motif`, `wide` or `From2_6B.wide`. */
  private reference({ names }: Path, target: Subject | undefined, subject?: Subject): void {
    const [first, ...others] = names;
    const stage = target && stageOf(target);
    const isLocal = stage !== undefined && others.length === 0;
    if (!first) return;
    this.name(
      first,
      isLocal ? stage : declared(this.module.names.get(first.text)),
      "uses",
      subject,
    );
    for (const name of others) {
      const isStage = stage !== undefined && name === names.at(-1);
      this.name(name, isStage ? stage : { is: "unknown" }, "uses", subject);
    }
  }
}

function declared(what: Declared | undefined): Meaning {
  return what ? { is: "declaration", declared: what } : { is: "unknown" };
}

function stageOf({ part, growth, module }: Subject): Meaning | undefined {
  return growth && { is: "stage", stage: part, growth, module };
}
