import { axesOf, type Over } from "../grow/axes.js";
import type { LayerStep } from "../grow/layer-step.js";
import type { CopyRewrite, Rewrite } from "../grow/rewrite.js";
import { keyHeads } from "../plan/attention-tensors.js";
import { totals } from "../plan/heads.js";
import { significant } from "../plan/numbers.js";
import type { GroupClass, LayerPlan, StagePlan } from "../plan/plan.js";

/** A row of the table of rewrites in words. */
export interface RewriteCells {
  /** The source's rows and columns by heads, as they lie in memory: "[8, 1+1, 128, 2048]". */
  readonly view: string;
  /** "signal × 4, hidden × 2". */
  readonly copies: string;
  /** Among how many copies of an input the weight is divided; classes may differ. */
  readonly divisors: readonly number[];
  /** "10 dB". */
  readonly noise: string;
  /** What is done beside copying: "0 everywhere". */
  readonly also: string;
}

export function cellsOf(
  rewrite: Rewrite,
  step: LayerStep | undefined,
  stage: StagePlan,
): RewriteCells {
  const nothing = { view: "", copies: "", divisors: [], noise: "", also: "" };
  switch (rewrite.kind) {
    case "fill":
      return { ...nothing, also: `${significant(rewrite.value)} everywhere` };
    case "lambda":
      return {
        ...nothing,
        view: `[${rewrite.target.shape.join(", ")}]`,
        also: "takes up λ's init",
      };
    case "copy":
      return copyCells(rewrite, step, stage);
  }
}

function copyCells(
  { target, source, columns, noise }: CopyRewrite,
  step: LayerStep | undefined,
  stage: StagePlan,
): RewriteCells {
  const axes = axesOf(target, step?.source);
  const [rows = 1, width = 1] = source.shape;
  const view = [
    ...viewOf(axes.rows, rows, source.tensor, step?.source),
    ...(axes.columns ? viewOf(axes.columns, width, source.tensor, step?.source) : []),
  ];
  const among = (first: number): number =>
    axes.lookup ? 1 : columns.filter((run) => run.first === first).length;
  const divisors = [...new Set(columns.map(({ first }) => among(first)))];
  const folded = columns.some(({ first, factor }) => factor * among(first) !== 1);
  return {
    view: `[${view.join(", ")}]`,
    copies: [...new Set([axes.rows, axes.columns ?? "fixed"])]
      .flatMap((over) => copiesOf(over, step, stage))
      .filter((copies, i, all) => all.indexOf(copies) === i)
      .join(", "),
    divisors: divisors.some((divisor) => divisor > 1) ? divisors : [],
    noise: noise ? `${significant(noise.snr)} dB` : "",
    also: folded ? alsoFolded(target.tensor) : "",
  };
}

function alsoFolded(tensor: string): string {
  return tensor.startsWith("final_norm") ? "÷ for the tied head" : "× times, old / new";
}

/** The parts of an axis: groups, the heads of one, and the rows of a head; a single row has none. */
function viewOf(
  over: Over,
  length: number,
  tensor: string,
  layer: LayerPlan | undefined,
): readonly string[] {
  if (!layer || over === "hidden" || over === "width" || over === "fixed") return [String(length)];
  const pairs = layer.kvPairs.value;
  const heads = { ...totals(layer), pairs }[over];
  const keys = keyHeads(layer) / pairs;
  const own = over === "pairs" && tensor.startsWith("k") && tensor !== "kv_up" && keys > 1;
  const perHead = length / heads / (own ? keys : 1);
  return [
    ...(over === "pairs" ? [String(pairs)] : groupsIn(layer.classes, over)),
    ...(own ? [String(keys)] : []),
    ...(perHead === 1 ? [] : [String(perHead)]),
  ];
}

function groupsIn(
  classes: readonly GroupClass[],
  over: "query" | "signal" | "noise",
): readonly string[] {
  const headsIn = ({ signal, noise }: GroupClass): string => {
    if (over === "query") {
      return noise.value > 0 ? `${signal.value}+${noise.value}` : String(signal.value);
    }
    return String((over === "signal" ? signal : noise).value);
  };
  const [only, ...others] = classes;
  if (only && others.length === 0) return [String(only.groups.value), headsIn(only)];
  return [classes.map((c) => `${c.groups.value}·(${headsIn(c)})`).join(" + ")];
}

/** How often what an axis runs over is copied, where it is more than once. */
function copiesOf(over: Over, step: LayerStep | undefined, stage: StagePlan): readonly string[] {
  const times = (what: string, copies: number): readonly string[] =>
    copies === 1 ? [] : [`${what} × ${copies}`];
  switch (over) {
    case "fixed":
      return [];
    case "hidden":
      return times("hidden", stage.hiddenCopies.value);
    case "width":
      return times("width", stage.mlpCopies.value);
    case "pairs":
      return step ? times("pairs", step.heads.pairs.length / step.source.kvPairs.value) : [];
    case "query":
    case "signal":
    case "noise":
      return step ? headCopies(over, step) : [];
  }
}

function headCopies(over: "query" | "signal" | "noise", step: LayerStep): readonly string[] {
  const { source, grown } = step;
  return grown.classes.flatMap((now) => {
    const was = source.classes.find(({ name }) => name === now.name);
    if (!was) return [];
    const of = now.name === undefined || source.classes.length === 1 ? "" : ` of ${now.name}`;
    return (["groups", "signal", "noise"] as const).flatMap((count) => {
      const copies = now[count].value / was[count].value;
      const meant = count === "groups" || over === "query" || over === count;
      return meant && copies > 1 ? [`${count}${of} × ${copies}`] : [];
    });
  });
}
