import type {
  Body,
  Call,
  Change,
  Expr,
  Group,
  Item,
  LayerSet,
  Name,
  Path,
} from "../../../grammar/tree.js";
import { groupKey } from "../../check/compose/node.js";
import { memberRows } from "../../check/read/members.js";
import { findWord, unwrapped, wordOf } from "../../check/read/value-node.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { FactType, Members, Place, Words } from "../../facts/type.js";
import type { Module } from "../../names/module.js";
import { functions } from "../../types/functions.js";
import { keyOf, type Meaning, type Mention, type Role } from "./mention.js";
import { type Sight, sightOf, type Subject } from "./subject.js";

/** A block or the parentheses of a word, where facts are looked up by name. */
interface Scope {
  readonly members: Members;
  readonly path: readonly string[];
  readonly stated: ReadonlySet<string>;
  readonly outer: Scope | undefined;
}

/** Says what the names in bodies and expressions stand for, as the checker reads them. */
export class Bodies {
  private readonly module: Module;
  private readonly subject: Subject | undefined;
  private readonly add: (mention: Mention) => void;
  /** Worked out when a name asks for it. */
  private seen: Sight | undefined;
  private scope: Scope | undefined;

  constructor(module: Module, subject: Subject | undefined, add: (mention: Mention) => void) {
    this.module = module;
    this.subject = subject;
    this.add = add;
  }

  body(body: Body | undefined, place: Place, path: readonly string[] = []): void {
    this.members(body, membersAt(place), path);
  }

  private members(body: Body | undefined, members: Members, path: readonly string[]): void {
    if (!body) return;
    const stated = new Set(body.items.flatMap((item) => ("key" in item ? [item.key.text] : [])));
    this.inside({ members, path, stated, outer: this.scope }, () => {
      for (const item of body.items) this.item(item, members, path);
    });
  }

  private inside(scope: Scope, work: () => void): void {
    const { scope: outer } = this;
    this.scope = scope;
    work();
    this.scope = outer;
  }

  private item(item: Item, members: Members, path: readonly string[]): void {
    switch (item.kind) {
      case "fact": {
        const type = this.key(item.key, members, path);
        return this.value(item.value, type, [...path, item.key.text]);
      }
      case "amend": {
        const type = this.key(item.key, members, path);
        const inner = [...path, item.key.text];
        if (type?.type === "block") return this.body(item.body, type.place, inner);
        return this.members(item.body, type?.type === "kind" ? memberRows(type) : {}, inner);
      }
      case "change":
        return this.change(item, members, path);
      case "param":
        if (item.name) this.name(item.name, this.paramOf(item.name), "declares");
        if (item.type) this.name(item.type, { is: "type" }, "uses");
        this.expression(item.value);
        return this.expression(item.allowed);
      case "group":
        if (item.name) this.group(item, item.name);
        this.expression(item.count);
        return this.body(item.body, "group", [...path, groupKey(item.name?.text)]);
      case "layers":
        this.set(item.set);
        return this.members(item.body, members, path);
      case "lossy":
        return this.members(item.body, members, path);
    }
  }

  private group(group: Group, name: Name): void {
    const meaning = this.classOf(name);
    const isFirst = meaning.is === "class" && meaning.group === group;
    this.name(name, meaning, isFirst ? "declares" : "uses");
  }

  private change({ key, by, after }: Change, members: Members, path: readonly string[]): void {
    this.key(key, members, path);
    this.expression(by);
    this.expression(after?.every);
    this.expression(after?.list);
  }

  private set(set: LayerSet | undefined): void {
    switch (set?.kind) {
      case undefined:
      case "allLayers":
        return;
      case "everyLayers":
        this.expression(set.step);
        return this.expression(set.first);
      case "rangeLayers":
        this.expression(set.first);
        return this.expression(set.end);
      case "listedLayers":
        return this.expression(set.value);
    }
  }

  private key(key: Name, members: Members, path: readonly string[]): FactType | undefined {
    const row = rowOf(members, key.text);
    const meaning: Meaning = row
      ? { is: "fact", path: [...path, key.text], row }
      : { is: "unknown" };
    this.name(key, meaning, "states");
    return row?.type;
  }

  /** A value where a type says which words it may have. */
  private value(expr: Expr | undefined, type: FactType | undefined, path: readonly string[]): void {
    const value = expr && unwrapped(expr);
    if (!value || (type?.type !== "kind" && type?.type !== "list")) return this.plain(value);
    if (type.type === "list" && value.kind === "list") {
      for (const element of value.elements) this.word(element, type.words, path);
    } else this.word(value, type.words, path);
  }

  private word(value: Expr, words: Words, path: readonly string[]): void {
    const name = wordOf(value);
    const word = name && findWord(words, name.text);
    if (!name || !word) return this.plain(value);
    this.name(name, { is: "word", path: [...path, name.text], word }, "uses");
    if (value.kind !== "call") return;
    const stated = new Set(value.arguments.flatMap(({ name: each }) => each?.text ?? []));
    this.inside({ members: word.takes, path, stated, outer: this.scope }, () => {
      for (const { name: each, value: given } of value.arguments) {
        const row = each && rowOf(word.takes, each.text);
        const inner = [...path, each?.text ?? ""];
        if (each) this.name(each, row ? { is: "argument", path: inner, row } : none, "states");
        this.value(given, row?.type, inner);
      }
    });
  }

  /** A value that is an expression, or drops a fact. */
  private plain(value: Expr | undefined): void {
    const name = value?.kind === "path" ? wordOf(value) : undefined;
    if (name?.text === "derive") this.name(name, { is: "derive" }, "uses");
    else this.expression(value);
  }

  expression(expr: Expr | undefined): void {
    switch (expr?.kind) {
      case undefined:
      case "number":
      case "ratio":
        return;
      case "binary":
        this.expression(expr.left);
        return this.expression(expr.right);
      case "negate":
        return this.expression(expr.operand);
      case "parens":
        return this.expression(expr.inner);
      case "list":
        return expr.elements.forEach((element) => this.expression(element));
      case "path":
        return this.path(expr);
      case "call":
        return this.call(expr);
    }
  }

  private call({ callee, arguments: given }: Call): void {
    const [name, ...others] = callee.names;
    const math = name && Object.hasOwn(functions, name.text) ? functions[name.text] : undefined;
    if (name && math && others.length === 0) this.name(name, { is: "function", math }, "uses");
    else this.path(callee);
    for (const { name: each, value } of given) {
      if (each) this.name(each, none, "states");
      this.expression(value);
    }
  }

  private path({ names: [first, ...others] }: Path): void {
    if (!first) return;
    const meaning = this.operand(first);
    this.name(first, meaning, "uses");
    let last = meaning;
    for (const name of others) {
      last = memberOf(last, name);
      this.name(name, last, "uses");
    }
  }

  private operand(name: Name): Meaning {
    if (name.text === "layer") return { is: "layer" };
    const param = this.paramOf(name);
    if (param.is !== "unknown") return param;
    const declared = this.module.names.get(name.text);
    if (declared) return { is: "declaration", declared };
    return this.factOf(name);
  }

  /** The fact of the innermost block that states it, or else that could. */
  private factOf({ text }: Name): Meaning {
    const scopes: Scope[] = [];
    for (let scope = this.scope; scope; scope = scope.outer) {
      if (rowOf(scope.members, text)) scopes.push(scope);
    }
    const scope = scopes.find(({ stated }) => stated.has(text)) ?? scopes[0];
    const row = scope && rowOf(scope.members, text);
    return row ? { is: "fact", path: [...scope.path, text], row } : none;
  }

  private paramOf({ text }: Name): Meaning {
    const all = this.sight.params.get(text) ?? [];
    const [nearest, first] = [all[0], all.at(-1)];
    return nearest && first ? { is: "param", ...nearest, first } : none;
  }

  private classOf({ text }: Name): Meaning {
    const oldest = this.sight.classes.get(text);
    return oldest ? { is: "class", ...oldest } : none;
  }

  private get sight(): Sight {
    this.seen ??= this.subject ? sightOf(this.subject) : { params: new Map(), classes: new Map() };
    return this.seen;
  }

  private name(name: Name, meaning: Meaning, role: Role): void {
    this.add({ name, meaning, key: keyOf(meaning, name), role, subject: this.subject });
  }
}

const none: Meaning = { is: "unknown" };

/** The facts that a body can state by name: a group's count stands in its head. */
export function membersAt(place: Place): Members {
  return place === "group" ? groupMembers : factsOf(place);
}

const { count: _, ...groupMembers } = factsOf("group");

/** What `lambda.init` stands for, and `latent.kv`. */
function memberOf(meaning: Meaning, name: Name): Meaning {
  if (meaning.is !== "fact" && meaning.is !== "argument") return none;
  const { type } = meaning.row;
  const members =
    type.type === "block" ? membersAt(type.place) : type.type === "kind" ? memberRows(type) : {};
  const row = rowOf(members, name.text);
  return row ? { is: "fact", path: [...meaning.path, name.text], row } : none;
}
