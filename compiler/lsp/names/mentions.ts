import type { Assert, Declaration, Growth, Import, Path, Stage } from "../../../grammar/tree.js";
import type { Declared, Module } from "../../names/module.js";
import { Bodies } from "./bodies.js";
import { declarationKey, keyAt, type Mention } from "./mention.js";
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

  private import({ names }: Import): void {
    for (const { name, as } of names) {
      const declared = this.module.names.get((as ?? name).text);
      const shared = { ...meaningOf(declared), subject: undefined };
      this.add({ name, role: "imports", ...shared });
      if (as) this.add({ name: as, role: "alias", ...shared });
    }
  }

  private declaration(declaration: Declaration): void {
    const { module } = this;
    const { name } = declaration;
    if (name) {
      const declared = meaningOf({ declaration, module });
      this.add({ name, role: "declares", ...declared, subject: undefined });
    }
    const bodies = (subject: Subject | undefined) => new Bodies(module, subject, this.add);
    switch (declaration.kind) {
      case "const":
        return bodies(undefined).expression(declaration.value);
      case "family":
      case "model": {
        const subject: Subject = { part: declaration, module };
        const base = declaration.extends;
        if (base) this.reference(base, named(base, module), subject);
        return bodies(subject).body(declaration.body, "model");
      }
      case "target":
        return bodies({ part: declaration, module }).body(declaration.body, "target");
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
    if (name) this.add({ name, role: "declares", ...stageOf(subject), subject });
    if (from) this.reference(from, groundOf(from, growth, module), subject);
    const bodies = new Bodies(module, subject, this.add);
    bodies.expression(at);
    bodies.body(body, "stage");
  }

  private assert({ left, right }: Assert, growth: Growth): void {
    for (const path of [left, right]) {
      if (path) this.reference(path, groundOf(path, growth, this.module), undefined);
    }
  }

  /** A path to a model, a family or a stage: `Motif`, `wide` or `From2_6B.wide`. */
  private reference(path: Path, target: Subject | undefined, subject: Subject | undefined): void {
    const [first, ...others] = path.names;
    const last = path.names.at(-1);
    if (!first || !last) return;
    const stage = target?.growth ? stageOf(target) : undefined;
    if (stage && others.length === 0) {
      return this.add({ name: first, role: "uses", ...stage, subject });
    }
    const declared = this.module.names.get(first.text);
    this.add({ name: first, role: "uses", ...meaningOf(declared), subject });
    for (const name of others) {
      const meaning = name === last && stage ? stage : unknown;
      this.add({ name, role: "uses", ...meaning, subject });
    }
  }
}

type Meant = Pick<Mention, "meaning" | "key">;

const unknown: Meant = { meaning: { is: "unknown" }, key: undefined };

export function meaningOf(declared: Declared | undefined): Meant {
  if (!declared) return unknown;
  return { meaning: { is: "declaration", declared }, key: declarationKey(declared) };
}

function stageOf({ part, growth, module }: Subject): Meant {
  if (!growth) return unknown;
  return { meaning: { is: "stage", stage: part, growth, module }, key: keyAt(part, module) };
}
