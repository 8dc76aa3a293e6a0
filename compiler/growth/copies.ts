import { diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Changed, Checker, Written } from "../check/checker.js";
import type { Statement } from "../check/read/statement.js";
import { type Module, within } from "../names/module.js";
import type { Fact, ModelPlan, StagePlan } from "../plan/plan.js";
import { badChange } from "./codes.js";

/** How often each part of the source is copied; 1 where a stage says nothing. */
export interface Factors {
  readonly hidden: Fact<number>;
  readonly mlp: Fact<number>;
  readonly classes: StagePlan["classCopies"];
}

const once: Fact<number> = { value: 1, origin: "default", from: [] };

/** The factors of all `*=` of a stage, or none if something cannot be copied, which is reported. */
export function factorsOf(
  written: Written,
  source: ModelPlan,
  module: Module,
  checker: Checker,
): Factors | undefined {
  const wrong = written.statements.flatMap((said) => wrongPlace(said) ?? []);
  for (const { at, problem } of wrong) checker.report(diagnose(badChange, at, { problem }));
  if (wrong.length > 0) return undefined;
  const factors = new Map<string, Fact<number>>();
  for (const changed of written.changes) {
    if (isInsertion(changed)) continue;
    const factor = factorOf(changed, module, checker);
    if (!factor) return undefined;
    factors.set(changed.path.join("."), factor);
  }
  const at = (path: string): Fact<number> => factors.get(path) ?? once;
  return {
    hidden: at("hidden"),
    mlp: at("mlp.width"),
    classes: (source.layers[0]?.classes ?? []).map(({ name }) => {
      const group = `attention.group${name === undefined ? "" : ` ${name}`}`;
      return {
        signal: at(`${group}.signal`),
        noise: at(`${group}.noise`),
        groups: at(`${group}.count`),
      };
    }),
  };
}

const insert = "Layers are inserted: `layers += 8 after every 4`.";

/** What is said in a place or a way in which a stage cannot change a count. */
function wrongPlace({
  path,
  says: { says },
  layers,
  at,
}: Statement): { readonly at: SourceSpan; readonly problem: string } | undefined {
  if (path.join(".") === "layers" && says !== "change") return { at, problem: insert };
  return says === "change" && layers
    ? { at, problem: "A stage copies in all layers; take this out of `layers`." }
    : undefined;
}

/** Whether a change is the `layers += …` of a stage, which copies nothing. */
export function isInsertion({ path, change }: Changed): boolean {
  return path.join(".") === "layers" && change.operator === "+=";
}

function factorOf(
  { path, change }: Changed,
  module: Module,
  checker: Checker,
): Fact<number> | undefined {
  const problem = problemOf(path, change.operator);
  if (problem !== undefined) {
    checker.report(diagnose(badChange, within(module, change.span), { problem }));
    return undefined;
  }
  const by = change.by && checker.evaluate(change.by, { type: "int", least: 1 }, module);
  return by?.value.type === "int" ? { ...by, value: by.value.value } : undefined;
}

/** Widths and the counts of a group are multiplied, layers are added to; nothing else is. */
function problemOf(path: readonly string[], operator: "*=" | "+="): string | undefined {
  const [name = "", group] = [path.at(-1), path.at(-2)];
  const inGroup = group?.startsWith("group") === true;
  const total = inGroup ? undefined : perGroup[name];
  if (total !== undefined)
    return `\`${name}\` is a total; copies are counted in a group: \`${total}\`.`;
  if (name === "layers") return insert;
  const counts = inGroup ? ["signal", "noise", "count"] : ["hidden", "width"];
  if (!counts.includes(name)) return `\`${name}\` is no count that a stage can change.`;
  return operator === "+="
    ? `\`${name}\` is copied whole: write \`*=\`. Only layers are added to.`
    : undefined;
}

const perGroup: Readonly<Record<string, string>> = {
  heads: "group { signal *= 2 }",
  signal_heads: "group { signal *= 2 }",
  noise_heads: "group { noise *= 2 }",
  groups: "group { count *= 2 }",
  kv_pairs: "group { count *= 2 }",
};
