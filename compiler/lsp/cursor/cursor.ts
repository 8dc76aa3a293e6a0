import type { IToken } from "chevrotain";
import type { Span } from "../../../grammar/span.js";
import { endOf, spanOf } from "../../../grammar/token.js";
import * as t from "../../../grammar/tokens.js";
import type { View } from "../document.js";
import { type Frame, framesOf, is, statedAfter } from "./frames.js";

/** A place where a word is being written, or could be. */
export interface Cursor {
  /** The outermost first. */
  readonly frames: readonly Frame[];
  /** The innermost. */
  readonly frame: Frame;
  /** What is stated in it on either side. */
  readonly stated: ReadonlySet<string>;
  /** The word that the cursor is in or behind; empty where there is none. */
  readonly word: Span;
  /** What follows the word. */
  readonly next: IToken | undefined;
}

/** What surrounds an offset; nothing in comments, texts and numbers, where no word can be written. */
export function cursorAt(view: View, offset: number): Cursor | undefined {
  const { tokens, parsed, lines } = view;
  if (parsed.tree.comments.some(({ span }) => span.start < offset && offset <= span.end)) {
    return undefined;
  }
  const index = firstEndingFrom(tokens, offset);
  const token = tokens[index];
  const touched = token && token.startOffset < offset ? token : undefined;
  const isIn = touched !== undefined && is(touched, t.Identifier, t.Reserved, t.Layers);
  if (touched && !isIn && (endOf(touched) > offset || is(touched, ...values))) return undefined;
  const word = isIn ? spanOf(touched) : { start: offset, end: offset };
  const before = tokens.slice(0, touched && !isIn ? index + 1 : index);
  const after = tokens.slice(touched ? index + 1 : index);
  const frames = framesOf(before, lines.position(word.start).line);
  const frame = frames.at(-1);
  if (!frame) return undefined;
  const stated = new Set([...frame.stated, ...statedAfter(after)]);
  return { frames, frame, stated, word, next: after[0] };
}

const values = [t.Numeric, t.Ratio, t.Text, t.Unreadable];

function firstEndingFrom(tokens: readonly IToken[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const token = tokens[middle];
    if (token && endOf(token) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
