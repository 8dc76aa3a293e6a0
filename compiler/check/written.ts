import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Body } from "../../grammar/tree.js";
import { growing } from "../facts/stage.js";
import { type Module, within } from "../names/module.js";
import type { Changed, Lossiness, Written } from "./checker.js";
import { compose } from "./compose/compose.js";
import { emptyBlock, type Owner } from "./compose/node.js";
import { read } from "./read/read.js";
import type { Statement } from "./read/statement.js";
import type { Constants } from "./values/constants.js";
import { Evaluator } from "./values/evaluator.js";
import { Pending } from "./values/pending.js";
import type { Sight } from "./values/sight.js";

/** Reads the body of a stage or a target, and works out what it says of itself. */
export function readWritten(
  body: Body,
  place: "stage" | "target",
  module: Module,
  constants: Constants,
  report: (finding: Diagnostic) => void,
): Written {
  const owner: Owner = { kind: place, name: place, span: within(module, body.span), module };
  const { statements, lossy, findings } = read(body, place, owner);
  for (const finding of findings) report(finding);
  const own = statements.filter((said) => place === "target" || isOfStage(said));
  const pending = new Pending();
  const world = {
    constants,
    params: undefined,
    owners: [owner],
    layers: undefined,
    pending,
    report,
  };
  const evaluator = new Evaluator(world);
  const sight: Sight = {
    block: compose(emptyBlock(place), own, report),
    outer: undefined,
    evaluator,
  };
  const inside = (name: string): Sight | undefined => {
    const block = sight.block.node === "block" ? sight.block.members.get(name) : undefined;
    return block?.node === "block" ? { block, outer: sight, evaluator } : undefined;
  };
  // Every value is worked out, so that a mistake shows whether or not anyone asks for it.
  for (const { path } of own) {
    const [name = "", member] = path;
    const inner = member === undefined ? undefined : inside(name);
    if (inner && member !== undefined) evaluator.member(inner, member);
    else evaluator.member(sight, name);
  }
  return {
    statements,
    fact: (name) => evaluator.member(sight, name),
    member: (name, member) => {
      const inner = inside(name);
      return inner && evaluator.member(inner, member);
    },
    changes: statements.flatMap((said) => changeOf(said, lossy)),
    lossy,
  };
}

/** Whether a statement is about the step, not about the model that it makes. */
export function isOfStage({ path }: Statement): boolean {
  return Object.hasOwn(growing, path[0] ?? "");
}

function changeOf({ path, says, at }: Statement, lossy: readonly Lossiness[]): readonly Changed[] {
  if (says.says !== "change") return [];
  const around = lossy.find(({ span }) => span.start <= at.start && at.end <= span.end);
  return [{ path, change: says.change, lossy: around }];
}
