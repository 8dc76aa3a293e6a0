import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Name, Path } from "../../../grammar/tree.js";
import { varies } from "../../facts/table.js";
import { names } from "../../names/codes.js";
import { within } from "../../names/module.js";
import type { Fact } from "../../plan/plan.js";
import { types } from "../../types/codes.js";
import { describeValue } from "../../types/describe.js";
import { int, sizeOf, unknown, type Value } from "../../types/value.js";
import { facts } from "../codes.js";
import type { Node, Owner } from "../compose/node.js";
import { type Found, nothing } from "./constants.js";
import type { Evaluator } from "./evaluator.js";
import { inSight, memberOf, membersOf, placeOf, rowAround, type Sight, sightOf } from "./sight.js";
import { textOf, unknownName } from "./unknown-name.js";

/**
 * What a path in an expression stands for: the layer's number, a param, a constant, or a number
 * that is stated in the same block or in one around it. `fact` is the one whose value this is.
 */
export function lookup(
  path: Path,
  fact: string,
  owner: Owner,
  sight: Sight,
  evaluator: Evaluator,
  report: (finding: Diagnostic) => void,
): Found {
  const { params, constants, owners } = evaluator.world;
  const [first, ...rest] = path.names;
  const span = within(owner.module, path.span);
  if (!first) return nothing;
  if (first.text === "layer" && rest.length === 0) {
    if (varies(placeOf(sight))) {
      return evaluator.layer === undefined ? nothing : { value: int(evaluator.layer), from: [] };
    }
    report(diagnose(types.noLayer, span, { fact }));
    return nothing;
  }
  const declared =
    params?.lookup(path, owner, owners) ?? constants.lookup(path, owner.module, report);
  if (declared) return declared;
  const where = sightOf(first.text, sight);
  if (where) return stated(first, rest, where, { name: textOf(path), span, report });
  const name = textOf(path);
  const row = rowAround(first.text, sight);
  if (!row) {
    const others = [...inSight(sight), ...(params?.names() ?? [])];
    report(unknownName(name, span, owner.module, others));
  } else if (row.required === undefined) {
    // What is required is reported where it is missing.
    report(diagnose(names.notStated, span, { name }));
  }
  return nothing;
}

/** The path as it is used. */
interface Use {
  readonly name: string;
  readonly span: SourceSpan;
  readonly report: (finding: Diagnostic) => void;
}

/** The value that a name and members after it lead to. */
function stated(first: Name, rest: readonly Name[], where: Sight, use: Use): Found {
  let sight = where;
  let node: Node | undefined = memberOf(where.block, first.text);
  for (const { text } of rest) {
    if (node?.node !== "word" && node?.node !== "block") break;
    sight = { block: node, outer: sight, evaluator: sight.evaluator };
    node = memberOf(sight.block, text);
    if (!node) {
      use.report(noMember(sight.block, text, use));
      return nothing;
    }
  }
  if (!node || node.node === "block") {
    use.report(diagnose(types.notANumber, use.span, { name: use.name, what: "a block" }));
    return nothing;
  }
  return operand(sight.evaluator.value(node, use.name, sight, use.span), use);
}

/** A fact as it counts in an expression: dims as their sum, a word not at all. */
function operand({ value, from }: Fact<Value>, { name, span, report }: Use): Found {
  if (value.type === "dims") return { value: int(sizeOf(value)), from };
  if (value.type !== "kind" && value.type !== "list") return { value, from };
  report(diagnose(types.notANumber, span, { name, what: `${describeValue(value)} here` }));
  return { value: unknown, from };
}

/** Row 22 of language.md, section 8: `lambda.init` where λ has no init. */
function noMember(block: Sight["block"], member: string, { name, span }: Use): Diagnostic {
  if (block.node === "block" || Object.hasOwn(membersOf(block), member)) {
    return diagnose(names.notStated, span, { name });
  }
  const noun = block.name === "lambda" ? "λ" : block.name;
  const problem =
    block.word === "none"
      ? `There is no \`${block.name}\`, so it has no \`${member}\`.`
      : `A ${block.word} ${noun} has no ${member}.`;
  const secondary = block.wordAt ? [{ span: block.wordAt, text: `it is \`${block.word}\`` }] : [];
  return diagnose(facts.noSuchMember, span, { problem }, { secondary });
}
