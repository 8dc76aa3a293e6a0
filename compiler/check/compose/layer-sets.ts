import { diagnose } from "../../../grammar/diagnostic.js";
import type { Expr } from "../../../grammar/tree.js";
import { within } from "../../names/module.js";
import { types } from "../../types/codes.js";
import { describeValue } from "../../types/describe.js";
import { fit } from "../../types/fit.js";
import type { Value } from "../../types/value.js";
import type { LayersBlock } from "../read/statement.js";
import type { Sight } from "../values/sight.js";
import { layersOf } from "./layer-set.js";

/** The layers of each `layers` block, worked out once in the sight of what does not vary. */
export class LayerSets {
  private readonly sets = new Map<LayersBlock, ReadonlySet<number> | undefined>();
  private readonly root: Sight;
  private readonly layers: number;

  constructor(root: Sight, layers: number) {
    this.root = root;
    this.layers = layers;
  }

  /** Nothing where the set is wrong, which is reported once. */
  of(block: LayersBlock): ReadonlySet<number> | undefined {
    if (this.sets.has(block)) return this.sets.get(block);
    const { evaluator } = this.root;
    const [counted] = evaluator.member(this.root, "layers")?.from ?? [];
    const told = { counted, report: evaluator.world.report };
    const chosen = layersOf(block, this.layers, (...asked) => this.ints(...asked), told);
    const set = chosen && new Set(chosen);
    this.sets.set(block, set);
    return set;
  }

  private ints(
    expr: Expr,
    what: "step" | "layer" | "layers",
    block: LayersBlock,
  ): readonly number[] | undefined {
    const { evaluator } = this.root;
    const value = evaluator.free(expr, "layers", block.owner, this.root).value;
    if (what !== "layers" || value.type !== "list") {
      const number = this.int(value, expr, what, block);
      return number === undefined ? undefined : [number];
    }
    const numbers = value.elements.map((element) => this.int(element, expr, what, block));
    const known = numbers.filter((number) => number !== undefined);
    return known.length === numbers.length ? known : undefined;
  }

  private int(
    value: Value,
    expr: Expr,
    what: "step" | "layer" | "layers",
    { owner }: LayersBlock,
  ): number | undefined {
    const { report } = this.root.evaluator.world;
    const span = within(owner.module, expr.span);
    if (what === "step") {
      const step = fit(value, { type: "int", least: 1 }, { name: "every", span, report });
      return step.type === "int" ? step.value : undefined;
    }
    if (value.type === "int") return value.value;
    const wanted = what === "layer" ? "an int" : "layers, as `8` or `[0, 8]`";
    if (value.type !== "unknown") {
      const parameters = { fact: "layers", wanted, got: describeValue(value) };
      report(diagnose(types.wrongType, span, parameters));
    }
    return undefined;
  }
}
