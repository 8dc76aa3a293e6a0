import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { ModelPlan } from "../plan/plan.js";
import type { Written } from "./checker.js";
import type { Base } from "./compose/lay-out.js";
import { isGroup } from "./compose/node.js";
import { restate } from "./compose/restate.js";
import { planModel } from "./model.js";
import type { Reading, Statement } from "./read/statement.js";
import type { Constants } from "./values/constants.js";
import { isOfStage } from "./written.js";

/** The plan that a stage makes of a derived one, layers apart, whose number is changed before. */
export function amend(
  source: ModelPlan,
  { statements }: Written,
  constants: Constants,
  report: (finding: Diagnostic) => void,
): ModelPlan | undefined {
  const said = statements.filter((each) => !isOfStage(each) && each.path[0] !== "layers");
  const [first] = said;
  if (!first) return source;
  const { owner } = first;
  const base = restate(source, { ...owner, name: source.name, span: source.span });
  const reading: Reading = {
    owner,
    statements: [...said, ...pairsWith(said, base)],
    params: [],
    lossy: [],
    meant: new Set(),
    findings: [],
  };
  const { plan, findings } = planModel(
    {
      readings: [reading],
      doc: source.doc,
      base,
      open: owner.module.isBroken(owner.span),
      attentionAt: source.span,
      span: owner.span,
      inherited: [],
    },
    constants,
    new Map(),
  );
  for (const finding of findings) report(finding);
  return plan && { ...plan, name: source.name, span: source.span };
}

/** Whole groups are copied with their KV pairs, also where a pair serves several groups. */
function pairsWith(said: readonly Statement[], base: Base): readonly Statement[] {
  const [layer] = base.layers ?? [];
  const attention = layer?.members.get("attention");
  if (attention?.node !== "block" || !attention.members.has("kv_pairs")) return [];
  if (said.some(({ path }) => path[0] === "attention" && path[1] === "kv_pairs")) return [];
  const copied = said.filter(({ path, says }) => says.says === "change" && path.at(-1) === "count");
  const classes = [...attention.members.keys()].filter(isGroup);
  const [only] = copied;
  // With several classes there is no telling which pairs a class has.
  if (!only || classes.length > 1) return [];
  return [{ ...only, path: ["attention", "kv_pairs"] }];
}
