import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Body, Change, Expr, Path } from "../../grammar/tree.js";
import type { FactType } from "../facts/type.js";
import type { Module } from "../names/module.js";
import type { Fact, ModelPlan } from "../plan/plan.js";
import type { Value } from "../types/value.js";
import type { Statement } from "./read/statement.js";

/** What growths and targets ask of the checker. Each question reports its findings itself. */
export interface Checker {
  readonly report: (finding: Diagnostic) => void;
  /** The plan of the model or the stage (`From2_6B.wide`) that a path names. */
  readonly planOf: (path: Path, module: Module) => ModelPlan | undefined;
  /** The plan of a model as it would be with another number of layers, for `reindex: fold`. */
  readonly planAtDepth: (path: Path, module: Module, layers: number) => ModelPlan | undefined;
  /** One expression outside any body, as `at 2.4T tokens`; `undefined` where it has no value. */
  readonly evaluate: (expr: Expr, type: FactType, module: Module) => Fact<Value> | undefined;
  /** What a body says, its words, names, places and repetitions checked. */
  readonly read: (body: Body, place: "stage" | "target", module: Module) => Written;
  /**
   * The plan that a stage makes of `source`: its facts replaced and amended, its counts changed,
   * and what follows from them derived anew. `+=` of layers is done before: pass the deeper plan.
   */
  readonly amend: (source: ModelPlan, written: Written) => ModelPlan | undefined;
}

/** A body that has been read. */
export interface Written {
  readonly statements: readonly Statement[];
  /** A fact of the body's own place, evaluated, or its default; `undefined` where there is neither. */
  readonly fact: (name: string) => Fact<Value> | undefined;
  /** The facts of a block in it, likewise: `limits`. */
  readonly member: (block: string, name: string) => Fact<Value> | undefined;
  /** `*=` and `+=`, those in `lossy` blocks included. */
  readonly changes: readonly Changed[];
  /** The `lossy` blocks. */
  readonly lossy: readonly Lossiness[];
}

/** `attention { group sharp { signal *= 2 } }` is ["attention", "group sharp", "signal"]. */
export interface Changed {
  readonly path: readonly string[];
  readonly change: Change;
  readonly lossy: Lossiness | undefined;
}

export interface Lossiness {
  readonly reason: string;
  readonly span: SourceSpan;
  /** The facts in it, as `attention.rope.theta`. */
  readonly facts: readonly string[];
}
