import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { inFile, type SourceSpan } from "../../../grammar/span.js";
import { didYouMean, listNames, suggest } from "../../../grammar/suggest.js";
import type { Expr, Param, Path } from "../../../grammar/tree.js";
import type { FactType } from "../../facts/type.js";
import { names } from "../../names/codes.js";
import { hidden } from "../../names/hiding.js";
import { within } from "../../names/module.js";
import { types } from "../../types/codes.js";
import { either } from "../../types/describe.js";
import { evaluate } from "../../types/evaluate.js";
import { fit } from "../../types/fit.js";
import { sameValue, show, unknown, type Value } from "../../types/value.js";
import type { Owner } from "../compose/node.js";
import type { Reading } from "../read/statement.js";
import type { Constants, Found } from "./constants.js";
import { Pending } from "./pending.js";
import { textOf, unknownName } from "./unknown-name.js";

/** A value for a param from outside the text, in a source of its own. */
export interface Override {
  readonly expr: Expr | undefined;
  readonly file: string;
  readonly span: SourceSpan;
}

/** A param of a model as tools show it; values are as they would be written. */
export interface ParamPlan {
  readonly model: string;
  readonly name: string;
  readonly value: string;
  readonly allowed: readonly string[];
}

/** What a param can be declared as. */
export const paramTypes: Readonly<Record<string, FactType>> = {
  int: { type: "int" },
  float: { type: "float" },
  ratio: { type: "ratio" },
  tokens: { type: "tokens" },
  bytes: { type: "bytes", plain: true },
  decibel: { type: "decibel" },
  dims: { type: "dims" },
};

interface Stated {
  readonly param: Param;
  readonly owner: Owner;
}

/** The params of a model: its own and its parents', the last value standing. */
export class Params {
  /** What was said of each, the oldest parent first. */
  private readonly stated = new Map<string, Stated[]>();
  private readonly values = new Map<string, Value>();
  private readonly pending = new Pending();
  private readonly constants: Constants;
  private readonly overrides: ReadonlyMap<string, Override>;
  private readonly report: (finding: Diagnostic) => void;

  constructor(
    readings: readonly Reading[],
    constants: Constants,
    overrides: ReadonlyMap<string, Override>,
    report: (finding: Diagnostic) => void,
  ) {
    this.constants = constants;
    this.overrides = overrides;
    this.report = report;
    for (const { owner, params } of readings) {
      for (const param of params) this.state(param, owner);
    }
  }

  names(): Iterable<string> {
    return this.stated.keys();
  }

  /** The value of a param that is in sight of an owner's text: its own or a parent's. */
  lookup(path: Path, owner: Owner, owners: readonly Owner[]): Found | undefined {
    const [first] = path.names;
    const all = first && this.stated.get(first.text);
    const visible = all?.some((each) => owners.indexOf(each.owner) <= owners.indexOf(owner));
    if (!first || !all || visible !== true || path.names.length > 1) return undefined;
    const from = all.flatMap(({ param, owner: { module } }) =>
      param.name ? within(module, param.name.span) : [],
    );
    const use = within(owner.module, path.span);
    return { value: this.value(first.text, use), from: from.slice(-1) };
  }

  /** Works every param out, whether it is used or not. */
  check(model: string): readonly ParamPlan[] {
    return [...this.stated.keys()].map((name) => ({
      model,
      name,
      value: show(this.value(name)),
      allowed: this.allowed(name).map(show),
    }));
  }

  private state(param: Param, owner: Owner): void {
    if (!param.name) return;
    const name = param.name.text;
    const span = within(owner.module, param.name.span);
    const what = hidden(name) ?? (owner.module.names.has(name) ? "a name of this file" : undefined);
    if (what !== undefined) this.report(diagnose(names.hides, span, { name, what }));
    const all = this.stated.get(name) ?? [];
    this.stated.set(name, [...all, { param, owner }]);
  }

  private value(name: string, use?: SourceSpan): Value {
    const known = this.values.get(name);
    if (known) return known;
    const all = this.stated.get(name) ?? [];
    const work = (): Value => this.settle(name, all);
    const key = all[0]?.param ?? all;
    const value = this.pending.run(key, name, use, this.report, work) ?? unknown;
    this.values.set(name, value);
    return value;
  }

  private settle(name: string, all: readonly Stated[]): Value {
    const last = all.at(-1);
    if (!last) return unknown;
    const override = this.overrides.get(name);
    const { module } = last.owner;
    const expr = override ? override.expr : last.param.value;
    const file = override?.file ?? module.file;
    const value = this.evaluate(name, expr, file, last.owner);
    const allowed = this.allowed(name);
    if (value.type === "unknown" || allowed.some((each) => each.type === "unknown")) return value;
    if (allowed.length === 0 || allowed.some((each) => sameValue(each, value))) return value;
    const span = override?.span ?? within(module, (expr ?? last.param).span);
    const parameters = { param: name, value: show(value), allowed: either(allowed.map(show)) };
    const list = this.lastWith(all, "allowed");
    const secondary = list?.param.allowed
      ? [{ span: within(list.owner.module, list.param.allowed.span), text: "allowed here" }]
      : [];
    this.report(diagnose(types.notAllowed, span, parameters, { secondary }));
    return unknown;
  }

  private allowed(name: string): readonly Value[] {
    const all = this.stated.get(name) ?? [];
    const list = this.lastWith(all, "allowed");
    const { module } = list?.owner ?? {};
    if (!list?.param.allowed || !module) return [];
    const { elements } = list.param.allowed;
    return elements.map((element) => this.evaluate(name, element, module.file, list.owner));
  }

  private lastWith(all: readonly Stated[], part: "allowed" | "type"): Stated | undefined {
    return all.findLast(({ param }) => param[part] !== undefined);
  }

  private evaluate(name: string, expr: Expr | undefined, file: string, owner: Owner): Value {
    const type = this.type(name);
    const whole = type?.type === "int" || type?.type === "dims";
    const value = evaluate(expr, {
      file,
      exact: whole,
      where: undefined,
      report: this.report,
      lookup: (path) => this.find(path, file, owner),
    });
    if (!type || !expr) return value;
    const span = inFile(file, expr.span);
    return fit(value, type, { name, span, report: this.report });
  }

  private type(name: string): FactType | undefined {
    const stated = this.lastWith(this.stated.get(name) ?? [], "type");
    const written = stated?.param.type;
    if (!written) return undefined;
    if (Object.hasOwn(paramTypes, written.text)) return paramTypes[written.text];
    const all = Object.keys(paramTypes);
    const near = suggest(written.text, all);
    const hint = near.length === 0 ? `: ${listNames(all, "or")}.` : didYouMean(near);
    const span = within(stated.owner.module, written.span);
    this.report(diagnose(types.paramType, span, { type: written.text, hint }));
    return undefined;
  }

  private find(path: Path, file: string, owner: Owner): Value {
    const { module } = owner;
    const [first] = path.names;
    const isParam = first && path.names.length === 1 && this.stated.has(first.text);
    const span = inFile(file, path.span);
    if (isParam) return this.value(first.text, span);
    const found = this.constants.lookup(path, module, this.report, span);
    if (found) return found.value;
    this.report(unknownName(textOf(path), span, module, this.stated.keys()));
    return unknown;
  }
}
