import type { Analysis } from "../analyze.js";
import { analyze } from "../analyze.js";
import type { GroupClass, ModelPlan, StagePlan } from "../plan/plan.js";
import { specText } from "../spec/text.js";
import { same } from "./compare.js";
import { changedTensors } from "./tensors.js";

/** A stage that a spec declares, with the file that does. */
export interface DeclaredStage {
  readonly file: string;
  readonly stage: StagePlan;
}

/** The stages, one after the other, through which a declared growth makes one model of another. */
export function declaredPath(
  left: ModelPlan,
  right: ModelPlan,
  analyses: readonly Analysis[],
): readonly DeclaredStage[] | undefined {
  const all = analyses.flatMap(({ entry, growths }) =>
    growths.flatMap(({ stages }) => stages.map((stage) => ({ file: entry, stage }))),
  );
  const search = (
    from: ModelPlan,
    left: readonly DeclaredStage[],
  ): readonly DeclaredStage[] | undefined => {
    for (const next of left) {
      if (!same(next.stage.source, from)) continue;
      if (same(next.stage.model, right)) return [next];
      const others = left.filter((stage) => stage !== next);
      const rest = search(next.stage.model, others);
      if (rest) return [next, ...rest];
    }
    return undefined;
  };
  return search(left, all);
}

/** A growth that no spec declares, but that would make all tensors of one model out of another's. */
export interface PossibleGrowth {
  /** The body of its stage. */
  readonly body: readonly string[];
  readonly model: ModelPlan;
}

/** The exact copies that make the tensors of one model out of another's, if there are any. */
export function possibleGrowth(left: ModelPlan, right: ModelPlan): PossibleGrowth | undefined {
  const changes = changesBetween(left, right);
  if (!changes) return undefined;
  const inserted = left.layers.length < right.layers.length;
  // The ways in which inserted layers may number: one fits, or none.
  const ways = inserted ? [["reindex: fold"], ["reindex: carry"], []] : [[]];
  for (const way of ways) {
    const body = [...changes, ...way];
    const spec = `${specText({ ...left, name: "Old" })}
growth Diff { stage grown from Old at 0M tokens {
${body.join("\n")}
} }
`;
    const { diagnostics, growths } = analyze(FILE, {
      read: (file) => (file === FILE ? spec : undefined),
    });
    const model = growths[0]?.stages[0]?.model;
    if (!model || diagnostics.some(({ severity }) => severity === "error")) continue;
    if (changedTensors(model, right).length === 0) return { body, model };
  }
  return undefined;
}

const FILE = "diff.gda";

/** What a stage would say; nothing where a count is no multiple. */
function changesBetween(left: ModelPlan, right: ModelPlan): readonly string[] | undefined {
  const [first, other] = [left.layers[0], right.layers[0]];
  if (!first || !other || first.classes.length !== other.classes.length) return undefined;
  const hidden = times("hidden", left.hidden.value, right.hidden.value);
  const width = times("width", first.mlp?.width.value, other.mlp?.width.value);
  const groups = all(first.classes.map((c, i) => classChanges(c, other.classes[i] ?? c)));
  const depth = insertion(left.layers.length, right.layers.length);
  if (!hidden || !width || !groups || !depth) return undefined;
  const mlp = width.length > 0 ? [`mlp { ${width.join(", ")} }`] : [];
  const attention = groups.length > 0 ? [`attention { ${groups.join(", ")} }`] : [];
  const copied = [...hidden, ...mlp, ...attention];
  const embedding =
    right.embedding && right.embedding.value !== left.embedding?.value
      ? [`embedding: ${right.embedding.value}`]
      : [];
  return [...copied, ...embedding, ...(copied.length > 0 ? ["copies: tile"] : []), ...depth];
}

function classChanges(left: GroupClass, right: GroupClass): readonly string[] | undefined {
  const changes = all([
    times("signal", left.signal.value, right.signal.value),
    times("noise", left.noise.value, right.noise.value),
    times("count", left.groups.value, right.groups.value),
  ]);
  if (!changes || left.name !== right.name) return undefined;
  const name = left.name === undefined ? "" : ` ${left.name}`;
  return changes.length === 0 ? [] : [`group${name} { ${changes.join(", ")} }`];
}

/** All changes together, or nothing where one cannot be made. */
function all(changes: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const made = changes.flatMap((change) => (change ? [change] : []));
  return made.length === changes.length ? made.flat() : undefined;
}

/** `name *= n`, nothing if it stays, or undefined if it is no multiple. */
function times(
  name: string,
  left: number | undefined,
  right: number | undefined,
): readonly string[] | undefined {
  if (left === right) return [];
  if (left === undefined || right === undefined || left === 0) return undefined;
  return right % left === 0 ? [`${name} *= ${right / left}`] : undefined;
}

function insertion(left: number, right: number): readonly string[] | undefined {
  const more = right - left;
  if (more === 0) return [];
  if (more < 0 || left % more !== 0) return undefined;
  return [`layers += ${more} after every ${left / more}`, "inserted: identity"];
}
