import type { IToken } from "chevrotain";
import type { Findings } from "./findings.js";
import { limits } from "./limits.js";
import { Pairing, type Fault } from "./pairing.js";
import { syntax } from "./syntax.js";
import { endOf, spanOf } from "./token.js";
import * as t from "./tokens.js";

/**
 * Pairs the brackets of a file, so that the parser meets pairs only. Brackets are paired by
 * themselves first; if that fails, and not all over, a second pairing guesses which one is at fault
 * by what can stand where and by the indentation, and is taken unless it explains less.
 */
export function pairBrackets(tokens: readonly IToken[]): Pairing {
  const plain = new Pairing(tokens, false);
  const { length } = plain.faults;
  if (length === 0 || length > limits.findings) return plain;
  const guessed = new Pairing(tokens, true);
  return guessed.faults.length <= length ? guessed : plain;
}

/**
 * Reports what was wrong with brackets. What closes nothing is no mistake of its own if the parser
 * has reported one before it in the same declaration: the opening bracket may be what was missing.
 */
export function reportFaults(
  faults: readonly Fault[],
  known: { readonly begins: readonly number[]; readonly troubles: readonly number[] },
  findings: Findings,
): void {
  for (const fault of faults) {
    if (fault.kind === "unclosed") {
      reportUnclosed(fault, findings);
    } else {
      const place = fault.token.startOffset;
      const begin = Math.max(lastBefore(known.begins, place), 0);
      if (fault.kind !== "unopened" || lastBefore(known.troubles, place) < begin) {
        report(fault, findings);
      }
    }
  }
}

function reportUnclosed({ open, after }: Fault & { kind: "unclosed" }, findings: Findings): void {
  const end = endOf(after);
  const missing = open.map(({ close }) => t.textOf(close));
  const secondary = open.map(({ token }) => ({ span: spanOf(token), text: "opened here" }));
  findings.add(syntax.unclosedBracket, { start: end, end }, { missing }, { secondary });
}

function report({ kind, token }: Exclude<Fault, { kind: "unclosed" }>, findings: Findings): void {
  const span = spanOf(token);
  const found = token.image;
  const fix = { title: "Take it away", span, text: "" };
  switch (kind) {
    case "unopened":
      return findings.add(syntax.unopenedBracket, span, { found }, { fix });
    case "extra":
      return findings.add(syntax.unexpected, span, { found, meant: undefined }, { fix });
    case "tooDeep":
      findings.add(syntax.nestingTooDeep, span, { limit: limits.depth });
  }
}

/** The last of ascending places before another, or -1. */
function lastBefore(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? -1;
}
