import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { listNames } from "../../../grammar/suggest.js";
import type { Expr } from "../../../grammar/tree.js";
import { varies } from "../../facts/table.js";
import type { FactType } from "../../facts/type.js";
import { within } from "../../names/module.js";
import type { Fact, Origin } from "../../plan/plan.js";
import { types } from "../../types/codes.js";
import { evaluate } from "../../types/evaluate.js";
import { fit, type Holder } from "../../types/fit.js";
import { int, unknown, type Value } from "../../types/value.js";
import { composition } from "../codes.js";
import type { Changed, Leaf, Node, Owner, WordNode } from "../compose/node.js";
import type { Constants, Found } from "./constants.js";
import { lookup } from "./lookup.js";
import type { Params } from "./params.js";
import type { Pending } from "./pending.js";
import { memberOf, membersOf, placeOf, type Sight } from "./sight.js";
import { wordList } from "./word-list.js";

/** What the values of a model have in common. */
export interface World {
  readonly constants: Constants;
  readonly params: Params | undefined;
  /** The chain of declarations, the oldest parent first; the last one's text is "written". */
  readonly owners: readonly Owner[];
  readonly pending: Pending;
  readonly report: (finding: Diagnostic) => void;
  /** How many layers; unknown in a family, and in a model that does not say. */
  readonly layers: number | undefined;
}

/** The values of what does not vary, or of one layer; each worked out once. */
export class Evaluator {
  private readonly values = new Map<Node, Fact<Value>>();
  readonly world: World;
  /** The layer's number; none where values are those of every layer, or of a family. */
  readonly layer: number | undefined;

  constructor(world: World, layer?: number) {
    this.world = world;
    this.layer = layer;
  }

  /** The value of a block's member, or its default; `undefined` where there is neither. */
  member(sight: Sight, name: string): Fact<Value> | undefined {
    const node = memberOf(sight.block, name);
    return node && node.node !== "block" ? this.value(node, name, sight) : undefined;
  }

  /** The value of a node that stands in a block; `use` is where an expression asks for it. */
  value(node: Node, label: string, sight: Sight, use?: SourceSpan): Fact<Value> {
    const known = this.values.get(node);
    if (known) return known;
    const fact = this.work(node, label, sight, use);
    this.values.set(node, fact);
    return fact;
  }

  /** The value of an expression that belongs to no type, as those of a layer set. */
  free(expr: Expr, fact: string, owner: Owner, sight: Sight, exact = true): Found {
    const from: SourceSpan[] = [];
    // A default that rests on what is missing has nothing of its own to say.
    const report = owner.kind === "language" ? () => undefined : this.world.report;
    const value = evaluate(expr, {
      file: owner.module.file,
      exact,
      where: this.layer === undefined ? undefined : `In layer ${this.layer}`,
      report,
      lookup: (path) => {
        const found = lookup(path, fact, owner, sight, this, report);
        from.push(...found.from);
        return found.value;
      },
    });
    return { value, from };
  }

  private work(node: Node, label: string, sight: Sight, use: SourceSpan | undefined): Fact<Value> {
    switch (node.node) {
      case "given":
        return node;
      case "word":
        return this.word(node, label, sight);
      case "changed":
        return this.changed(node, label, sight);
      case "leaf": {
        const { pending, report } = this.world;
        const work = (): Fact<Value> => this.leaf(node, sight);
        return pending.run(node, label, use, report, work) ?? this.fact(unknown, node.owner, []);
      }
      case "block":
        return { value: unknown, origin: "written", from: [] };
    }
  }

  private word(node: WordNode, label: string, outer: Sight): Fact<Value> {
    const sight: Sight = { block: node, outer, evaluator: this };
    const args = new Map<string, Value>();
    const from = own(node);
    const missing: string[] = [];
    let written = false;
    for (const [name, row] of Object.entries(membersOf(node))) {
      const arg = memberOf(node, name);
      const fact = arg && this.value(arg, `${label}.${name}`, sight);
      if (!fact && row.required === "always") missing.push(name);
      args.set(name, fact?.value ?? unknown);
      from.push(...(fact?.from ?? []));
      written ||= fact?.origin === "written";
    }
    if (missing.length > 0 && node.wordAt) {
      const parameters = { word: node.word, missing: listNames(missing, "and") };
      this.world.report(diagnose(composition.missingArgument, node.wordAt, parameters));
    }
    const origin = written ? "written" : this.originOf(node.owner);
    return { value: { type: "kind", word: node.word, args }, origin, from: distinct(from) };
  }

  /** What a growth makes of a count. */
  private changed(node: Changed, label: string, sight: Sight): Fact<Value> {
    const before = this.value(node.before, label, sight);
    const { by, operator, span } = node.change;
    const amount = by && this.free(by, label, node.owner, sight);
    const [old, factor] = [before.value, amount?.value];
    const from = distinct([...own(node), ...before.from, ...(amount?.from ?? [])]);
    if (old.type !== "int" || factor?.type !== "int") {
      return { value: unknown, origin: "written", from };
    }
    const result = operator === "*=" ? old.value * factor.value : old.value + factor.value;
    const at = within(node.owner.module, span);
    const holder: Holder = { name: label, span: at, report: this.world.report };
    return { value: fit(int(result), node.type, holder), origin: "written", from };
  }

  private leaf({ expr, type, owner, name, ...node }: Leaf, sight: Sight): Fact<Value> {
    const { report } = this.world;
    const origin = own({ owner, at: node.at });
    if (!expr) return this.fact(unknown, owner, origin);
    if (type.type === "list") {
      return this.fact(wordList(expr, name, owner, type, report), owner, origin);
    }
    const span = within(owner.module, expr.span);
    const holder: Holder = { name, span, report, absent: hasNone(type) };
    const { value, from } = this.free(expr, name, owner, sight, isWhole(type));
    const varying = value.type === "list" && isFloat(type) && varies(placeOf(sight));
    const chosen = varying ? this.ofLayer(value.elements, holder) : value;
    return this.fact(fit(chosen, type, holder), owner, distinct([...origin, ...from]));
  }

  /** A list has one number for each layer. */
  private ofLayer(elements: readonly Value[], holder: Holder): Value {
    const { layers, report } = this.world;
    if (layers !== undefined && elements.length !== layers) {
      const parameters = { fact: holder.name, elements: elements.length, layers };
      report(diagnose(types.listLength, holder.span, parameters));
      return unknown;
    }
    return this.layer === undefined ? unknown : (elements[this.layer] ?? unknown);
  }

  private fact(value: Value, owner: Owner, from: readonly SourceSpan[]): Fact<Value> {
    const origin = this.originOf(owner);
    // A default that is worked out of other facts is derived from them.
    return { value, origin: origin === "default" && from.length > 0 ? "derived" : origin, from };
  }

  private originOf(owner: Owner): Origin {
    if (owner.kind === "language") return "default";
    return owner === this.world.owners.at(-1) ? "written" : "inherited";
  }
}

function own(node: { readonly at: SourceSpan | undefined; readonly owner: Owner }): SourceSpan[] {
  return node.at && node.owner.kind !== "language" ? [node.at] : [];
}

/** Whether the number must be whole, so that `/` must divide. */
function isWhole(type: FactType): boolean {
  return ["int", "dims", "tokens", "bytes"].includes(numeric(type).type);
}

function isFloat(type: FactType): boolean {
  return numeric(type).type === "float";
}

function numeric(type: FactType): FactType {
  return type.type === "kind" ? (type.number ?? type) : type;
}

function hasNone(type: FactType): boolean {
  return type.type === "kind" && Object.hasOwn(type.words, "none");
}

function distinct(spans: readonly SourceSpan[]): readonly SourceSpan[] {
  const seen = new Map(spans.map((span) => [`${span.start} ${span.end} ${span.file}`, span]));
  return [...seen.values()];
}
