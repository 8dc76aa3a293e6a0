import { CompletionItemKind } from "vscode-languageserver";
import * as t from "../../../grammar/tokens.js";
import { paramTypes } from "../../check/values/params.js";
import { is } from "../cursor/frames.js";
import { type Scope, type Spot, typeAfter } from "../cursor/spot.js";
import { factProposals } from "./facts.js";
import { itemProposals } from "./items.js";
import { memberProposals, operandProposals, unitProposals } from "./operands.js";
import type { Here } from "./place.js";
import { keyword, type Proposal } from "./proposal.js";
import { argumentProposals, valueProposals } from "./values.js";

/** In a body or a block. */
export function bodyProposals(spot: Spot & { at: "body" }, here: Here): readonly Proposal[] {
  const { scope } = spot;
  const [first, second] = here.item;
  const last = here.item.at(-1);
  if (!first || !last) return [...factProposals(scope, here), ...itemProposals(scope, here)];
  if (is(first, t.Param)) return paramProposals(scope, here);
  if (is(first, t.Group, t.Lossy) || !second) return is(first, t.Layers) ? sets : [];
  if (is(first, t.Layers) && !is(second, t.Colon, t.ChangeOperator)) {
    return is(second, t.Every) && here.item.length === 3 ? [keyword("from")] : [];
  }
  const inserts = is(first, t.Layers) && is(second, t.ChangeOperator);
  if (inserts && is(last, t.Numeric)) return [keyword("after every")];
  return inValue(spot, here);
}

const sets: readonly Proposal[] = [keyword("all"), keyword("every", "every ${1:4} from ${2:0}")];

function paramProposals(scope: Scope, here: Here): readonly Proposal[] {
  const last = here.item.at(-1);
  if (!last) return [];
  if (is(last, t.Colon)) {
    const kind = CompletionItemKind.TypeParameter;
    return Object.keys(paramTypes).map((label) => ({ label, kind }));
  }
  const isValued = here.item.some((token) => is(token, t.Equals));
  if (!isValued) return [];
  return is(last, t.Operator) ? operandProposals(scope, here) : [keyword("in")];
}

/** In the parentheses of a word. */
export function inArguments(spot: Spot & { at: "arguments" }, here: Here): readonly Proposal[] {
  return here.item.length === 0 ? argumentProposals(spot.scope, here) : inValue(spot, here);
}

/** Behind a colon, in a list or among operands. */
export function inValue(spot: Spot, here: Here): readonly Proposal[] {
  const scope = "scope" in spot ? spot.scope : undefined;
  const [previous, last] = [here.item.at(-2), here.item.at(-1)];
  const type = typeAfter(spot, here.item);
  if (!last) return valueProposals(type, scope, here);
  if (is(last, t.Dot)) return previous ? memberProposals(previous.image, scope) : [];
  if (is(last, t.Colon)) return type ? valueProposals(type, scope, here) : [];
  if (is(last, t.Numeric)) return unitProposals(type);
  return is(last, t.Operator) ? operandProposals(scope, here) : [];
}
