import type { ParameterInformation, SignatureHelp } from "vscode-languageserver";
import type { Members } from "../../facts/type.js";
import * as t from "../../../grammar/tokens.js";
import { type Frame, framesOf, is } from "../cursor/frames.js";
import { type Spot, spotOf } from "../cursor/spot.js";
import { argumentText, docText, functionText, wordText } from "../describe.js";
import type { View } from "../document.js";

/** What the word or the function takes in whose parentheses an offset is. */
export function signatureHelp(view: View, offset: number): SignatureHelp | undefined {
  const before = view.tokens.slice(
    0,
    view.tokens.findLastIndex(({ startOffset }) => startOffset < offset) + 1,
  );
  const frames = framesOf(before, view.lines.position(offset).line);
  // The innermost parentheses of a word or a function, through lists and plain ones inside it.
  for (let depth = frames.length; depth > 1; depth--) {
    const frame = frames[depth - 1];
    const spot = spotOf(frames.slice(0, depth));
    const help = frame && spot && helpOf(spot, frame);
    if (help) return help;
    if (spot?.at === "body") return undefined;
  }
  return undefined;
}

function helpOf(spot: Spot, frame: Frame): SignatureHelp | undefined {
  if (spot.at === "arguments") {
    const { takes, doc } = spot.word;
    const parameters = parametersOf(takes);
    if (parameters.length === 0) return undefined;
    const signature = { label: wordText(spot.name, spot.word), documentation: doc, parameters };
    return { signatures: [signature], activeSignature: 0, activeParameter: active(takes, frame) };
  }
  if (spot.at !== "values" || !spot.called) return undefined;
  const { name, math } = spot.called;
  const parameters = (math.arity === 1 ? ["x"] : ["x", "…"]).map((label) => ({ label }));
  const signature = { label: functionText(name, math), documentation: math.doc, parameters };
  const activeParameter = Math.min(frame.commas, parameters.length - 1);
  return { signatures: [signature], activeSignature: 0, activeParameter };
}

function parametersOf(takes: Members): ParameterInformation[] {
  return Object.entries(takes).map(([name, row]) => ({
    label: argumentText(name, row),
    documentation: { kind: "markdown", value: docText(row) },
  }));
}

/** The argument that is named, or else the first that is not there yet. */
function active(takes: Members, { item, stated }: Frame): number {
  const names = Object.keys(takes);
  const [name, colon] = item;
  const named = name && colon && is(colon, t.Colon) ? names.indexOf(name.image) : -1;
  return named >= 0
    ? named
    : Math.max(
        0,
        names.findIndex((each) => !stated.has(each)),
      );
}
