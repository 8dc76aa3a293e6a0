import {
  sequence,
  type CommentLine,
  type Element,
  type Piece,
  type Sequence,
  type Style,
} from "./layout.js";
import type { Source, Span } from "./span.js";
import type { Comment } from "./tree.js";

interface Spanned {
  readonly span: Span;
}

/**
 * Puts the comments and blank lines of a source between the elements that are printed. Elements must
 * be asked for in the order of the text: each takes the comments before its end that are left.
 */
export class Placement {
  readonly #text: string;
  readonly #comments: readonly Comment[];
  #next = 0;
  /** Comments in the midst of an element, where no line can carry them: they move above it. */
  #inside: Comment[] = [];

  constructor(source: Source, comments: readonly Comment[]) {
    this.#text = source.text;
    this.#comments = comments;
  }

  /** What stands between two brackets, of which `span` begins with the first and ends with the last. */
  sequence<T extends Spanned>(
    style: Style,
    span: Span,
    nodes: readonly T[],
    pieces: (node: T) => Piece[],
  ): Sequence {
    this.#inside.push(...this.#take(span.start));
    const remark = this.#takeBehind(span.start, nodes[0]?.span.start ?? span.end);
    const start = remark?.span.end ?? span.start;
    const { elements, last } = this.elements({ start, end: span.end }, nodes, pieces);
    const comments = { remark: remark && printed(remark), last };
    return sequence(style, elements, comments, this.#breaks(span.start, span.end));
  }

  /** What stands between two places, and the comments behind the last of it. */
  elements<T extends Spanned>(
    span: Span,
    nodes: readonly T[],
    pieces: (node: T) => Piece[],
  ): { elements: Element[]; last: CommentLine[] } {
    let end = span.start;
    const lines = (comments: readonly Comment[], first: boolean) =>
      comments.map((comment, index) => {
        const blankBefore = !(first && index === 0) && this.#blankLine(end, comment.span.start);
        end = comment.span.end;
        return { text: printed(comment), blankBefore };
      });

    const elements: Element[] = [];
    for (const [index, node] of nodes.entries()) {
      const joined = index > 0 && !this.#breaks(end, node.span.start);
      const taken = this.#take(node.span.start);
      const before = lines(taken, index === 0);
      const blankBefore = index + before.length > 0 && this.#blankLine(end, node.span.start);
      const { inner, inside } = keepsForm(taken.at(-1))
        ? { inner: [this.#unchanged(node)], inside: [] }
        : this.#within(node, pieces);
      const moved = inside.map((comment, place) => {
        return { text: printed(comment), blankBefore: blankBefore && place === 0 };
      });
      end = node.span.end;
      const remark = this.#takeBehind(end, nodes[index + 1]?.span.start ?? span.end);
      end = remark?.span.end ?? end;
      elements.push({
        pieces: inner,
        above: [...before, ...moved],
        blankBefore: blankBefore && moved.length === 0,
        joined,
        remark: remark && printed(remark),
      });
    }
    return { elements, last: lines(this.#take(span.end), nodes.length === 0) };
  }

  #within<T extends Spanned>(node: T, pieces: (node: T) => Piece[]) {
    const outer = this.#inside;
    this.#inside = [];
    const inner = pieces(node);
    const inside = [...this.#inside, ...this.#take(node.span.end)];
    this.#inside = outer;
    return { inner, inside };
  }

  /** The text of a node with its comments, without blanks at its lines' ends. */
  #unchanged({ span }: Spanned): string {
    this.#take(span.end);
    const lines = this.#text.slice(span.start, span.end).split(/\r\n|\r|\n/);
    return lines.map((line) => line.trimEnd()).join("\n");
  }

  /** The comments up to a place that are left. */
  #take(end: number): Comment[] {
    const first = this.#next;
    while ((this.#comments[this.#next]?.span.start ?? Infinity) < end) this.#next++;
    return this.#comments.slice(first, this.#next);
  }

  /** The comment behind a place on its line, if it stands before `end`. */
  #takeBehind(place: number, end: number): Comment | undefined {
    const comment = this.#comments[this.#next];
    if (!comment || comment.span.start >= end || this.#breaks(place, comment.span.start)) {
      return undefined;
    }
    this.#next++;
    return comment;
  }

  #breaks(start: number, end: number): boolean {
    return /[\r\n]/.test(this.#text.slice(start, end));
  }

  #blankLine(start: number, end: number): boolean {
    return /(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*[\r\n]/.test(this.#text.slice(start, end));
  }
}

/** Whether a comment says that what follows must keep its form. */
function keepsForm(comment: Comment | undefined): boolean {
  return comment?.kind === "line" && comment.text.trim() === "prettier-ignore";
}

function printed({ kind, text }: Comment): string {
  return `${kind === "doc" ? "///" : "//"}${text.trimEnd()}`;
}
