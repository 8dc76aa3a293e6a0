import { nothing, type Counts, type Traffic } from "./counts.js";
import type { Lives } from "./lives.js";
import type { Expression, Module, Statement } from "./syntax.js";
import { joinedValue, valueOf, type Value } from "./values.js";

/** What was done in a part of the text. */
export interface Collected {
  readonly counts: Counts;
  readonly traffic: readonly Traffic[];
}

interface Collecting {
  readonly counts: { -readonly [K in keyof Counts]: number };
  readonly traffic: Traffic[];
}

function fresh(): Collecting {
  return { counts: { ...nothing }, traffic: [] };
}

interface Variable {
  value: Value;
  readonly handle: number;
}

const INTEGER: Value = { scalar: "integer", width: 1, varying: false };

/** Functions that cost more than an addition. */
const SPECIAL: ReadonlySet<string> = new Set(["exp2", "exp", "tanh", "inverseSqrt"]);
const HANDING: ReadonlySet<string> = new Set([
  "subgroupBroadcast",
  "subgroupShuffle",
  "subgroupShuffleXor",
]);

/** Types the expressions of a kernel and counts what they do. */
export class Expressions {
  readonly #module: Module;
  readonly #lives: Lives;
  readonly #team: number;
  #scopes: Map<string, Variable>[] = [new Map<string, Variable>()];
  #collected = fresh();
  #lanes: number;
  #inArrays = 0;

  constructor(module: Module, lives: Lives, team: number) {
    this.#module = module;
    this.#lives = lives;
    this.#team = team;
    this.#lanes = team;
  }

  /** f32 values in private arrays. */
  get inArrays(): number {
    return this.#inArrays;
  }

  /** What is done meanwhile, counted apart. */
  collect(act: () => void): Collected {
    const before = this.#collected;
    this.#collected = fresh();
    act();
    const since = this.#collected;
    this.#collected = before;
    return since;
  }

  scoped(act: () => void): void {
    this.#scopes.push(new Map());
    act();
    this.#scopes.pop();
  }

  /** What one lane of the team does for all. */
  alone(act: () => void): void {
    this.#lanes = 1;
    act();
    this.#lanes = this.#team;
  }

  declare(name: string, value: Value): void {
    const floats = value.scalar === "float" ? value.width : 0;
    if (value.array !== undefined) this.#inArrays += floats * value.array;
    this.#scopes
      .at(-1)
      ?.set(name, { value, handle: this.#lives.declare(value.array === undefined ? floats : 0) });
  }

  assign({ operator, to, value }: Statement & { kind: "assign" }): void {
    const given = operator === undefined ? this.value(value) : this.#binary(operator, to, value);
    const target = rootOf(to);
    const type = this.#module.storage.get(target) ?? this.#module.workgroup.get(target);
    if (type === undefined) {
      const variable = this.#variable(target);
      if (variable === undefined) throw new Error(`a kernel writes the unknown ${target}`);
      if (to.kind === "name") {
        variable.value = { ...variable.value, varying: variable.value.varying || given.varying };
      }
      // Reading it back in a compound assignment has counted the place already.
      if (operator === undefined) this.#use(variable);
      if (variable.value.array !== undefined) this.#add("arrayWords", given.width);
      return;
    }
    const element = valueOf(type);
    const at = to.kind === "index" ? this.value(to.at) : INTEGER;
    if (this.#module.workgroup.has(target)) this.#add("tileWords", element.width);
    else {
      this.#add("stores", 1);
      this.#add("storeWords", element.width);
      this.#move(target, "write", element, at);
    }
  }

  value(expression: Expression): Value {
    switch (expression.kind) {
      case "number":
        return /[.ef]/.test(expression.text) && !expression.text.startsWith("0x")
          ? { scalar: "float", width: 1, varying: false }
          : INTEGER;
      case "name":
        return this.#name(expression.name);
      case "unary": {
        const of = this.value(expression.of);
        if (expression.of.kind !== "number") this.#operate(of, 1);
        return of;
      }
      case "binary":
        return this.#binary(expression.operator, expression.left, expression.right);
      case "index":
        return this.#index(expression);
      case "member":
        return this.#member(expression);
      case "call":
        return this.#call(expression);
    }
  }

  #binary(operator: string, left: Expression, right: Expression): Value {
    const [a, b] = [this.value(left), this.value(right)];
    const joined = joinedValue(a, b);
    const compares = ["==", "!=", "<", "<=", ">", ">="].includes(operator);
    if (compares) {
      this.#add("integer", joined.width);
      return { ...joined, scalar: "bool" };
    }
    const fused = (operator === "+" || operator === "-") && [left, right].some(isProduct);
    this.#operate(joined, operator === "/" ? "special" : fused ? 0 : 1);
    return joined;
  }

  /** An operation on every component; `instructions` of float ones where they are 1 or 0. */
  #operate({ scalar, width }: Value, instructions: 0 | 1 | "special"): void {
    if (scalar !== "float") {
      this.#add("integer", width);
      return;
    }
    this.#add("flops", width);
    if (instructions === "special") this.#add("special", width);
    else this.#add("arithmetic", instructions * width);
  }

  #name(name: string): Value {
    if (name === "true" || name === "false") return { scalar: "bool", width: 1, varying: false };
    const variable = this.#variable(name);
    if (variable === undefined) throw new Error(`a kernel reads the unknown ${name}`);
    this.#use(variable);
    return variable.value;
  }

  #index({ of, at }: Expression & { kind: "index" }): Value {
    const { storage, workgroup, constants } = this.#module;
    const name = of.kind === "name" ? of.name : "";
    const place = this.value(at);
    const stored = storage.get(name);
    if (stored !== undefined) {
      const element = valueOf(stored, place.varying);
      this.#add("loads", 1);
      this.#add("loadWords", element.width);
      this.#move(name, "read", element, place);
      return element;
    }
    const tile = workgroup.get(name);
    if (tile !== undefined) {
      const element = valueOf(tile, place.varying);
      this.#add("tileWords", element.width);
      return element;
    }
    const constant = constants.get(name);
    if (constant !== undefined) return valueOf(constant, place.varying);
    const whole = this.value(of);
    const varying = whole.varying || place.varying;
    if (whole.array === undefined) return { ...whole, width: 1, varying };
    this.#add("arrayWords", whole.width);
    return { scalar: whole.scalar, width: whole.width, varying };
  }

  #member({ of, name }: Expression & { kind: "member" }): Value {
    if (of.kind === "name" && of.name === "uniforms") {
      const type = this.#module.uniforms.get(name);
      if (type === undefined) throw new Error(`a kernel reads the unknown uniform ${name}`);
      return valueOf(type);
    }
    return { ...this.value(of), width: name.length };
  }

  #call({ name, type, arguments: given }: Expression & { kind: "call" }): Value {
    const values = given.map((each) => this.value(each));
    const [first = INTEGER] = values;
    const widest = values.reduce(joinedValue, first);
    if (type !== undefined) {
      if (name === "bitcast") return valueOf(type, first.varying);
      return { ...valueOf(`array<${type}>`), varying: true };
    }
    if (/^vec[234][fui]$|^[fui]32$/.test(name)) return valueOf(name, widest.varying);
    const known = this.#module.functions.get(name);
    if (known) return this.#function(known, values);
    if (HANDING.has(name)) {
      this.#add("handed", first.width);
      return { ...first, varying: name !== "subgroupBroadcast" };
    }
    if (SPECIAL.has(name)) {
      this.#add("flops", first.width);
      this.#add("special", first.width);
      return first;
    }
    switch (name) {
      case "dot":
        this.#add("flops", 2 * first.width - 1);
        this.#add("arithmetic", first.width);
        return { scalar: "float", width: 1, varying: widest.varying };
      case "select":
        this.#add("integer", first.width);
        return { ...first, varying: widest.varying };
      case "clamp":
        this.#operate(widest, 1);
        this.#operate(widest, 1);
        return widest;
      case "min":
      case "max":
      case "round":
        this.#operate(widest, 1);
        return widest;
      case "unpack2x16float":
        this.#add("integer", 2);
        return { scalar: "float", width: 2, varying: first.varying };
      case "pack2x16float":
        this.#add("integer", 2);
        return { scalar: "integer", width: 1, varying: first.varying };
      case "workgroupBarrier":
      case "storageBarrier":
        this.#add("barriers", 1);
        return INTEGER;
      default:
        throw new Error(`a kernel calls the unknown ${name}`);
    }
  }

  #function(
    {
      parameters,
      body,
    }: { readonly parameters: readonly { name: string }[]; body: readonly Statement[] },
    given: readonly Value[],
  ): Value {
    let result: Value = INTEGER;
    const outer = this.#scopes;
    this.#scopes = [new Map<string, Variable>()];
    parameters.forEach(({ name }, i) => this.declare(name, given[i] ?? INTEGER));
    for (const statement of body) {
      if (statement.kind === "declare") this.declare(statement.name, this.value(statement.value));
      if (statement.kind === "return" && statement.value) result = this.value(statement.value);
    }
    this.#scopes = outer;
    return result;
  }

  #move(tensor: string, way: Traffic["way"], element: Value, at: Value): void {
    const bytes = 4 * element.width * (at.varying ? this.#lanes : 1);
    this.#collected.traffic.push({ tensor, way, bytes });
  }

  #add(what: keyof Counts, times: number): void {
    this.#collected.counts[what] += times;
  }

  #variable(name: string): Variable | undefined {
    return this.#scopes.findLast((scope) => scope.has(name))?.get(name);
  }

  #use({ handle }: Variable): void {
    this.#lives.use(handle);
  }
}

/** Whether adding this costs nothing beside the product itself. */
function isProduct(expression: Expression): boolean {
  if (expression.kind === "binary") return expression.operator === "*";
  return expression.kind === "call" && expression.name === "dot";
}

function rootOf(expression: Expression): string {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "index":
    case "member":
      return rootOf(expression.of);
    case "binary":
    case "call":
    case "number":
    case "unary":
      throw new Error("a kernel writes to no variable");
  }
}
