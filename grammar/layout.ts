/*
 * How printed text is broken into lines. The printer says what belongs together; here it is decided
 * what fits on a line. A line's comment never counts: it may be as long as it likes.
 */

const lineWidth = 100;

/** What is printed one after another; only a sequence can go over several lines. */
export type Piece = string | Sequence;

/** Elements between brackets. */
export interface Sequence {
  readonly style: Style;
  readonly elements: readonly Element[];
  /** The comment behind the opening bracket. */
  readonly remark: string | undefined;
  /** The comments before the closing bracket. */
  readonly last: readonly CommentLine[];
  /** The width on one line; infinite if that cannot or should not be. */
  readonly width: number;
}

export interface Style {
  readonly open: string;
  readonly close: string;
  /** What stands behind the opening and before the closing bracket on one line. */
  readonly pad: "" | " ";
  /** Whether a comma also stands where a line ends. */
  readonly everyComma: boolean;
}

export interface Element {
  readonly pieces: readonly Piece[];
  readonly above: readonly CommentLine[];
  readonly blankBefore: boolean;
  /** Whether it was written on the line of the element before. */
  readonly joined: boolean;
  /** The comment behind it. */
  readonly remark: string | undefined;
}

export interface CommentLine {
  readonly text: string;
  readonly blankBefore: boolean;
}

export function sequence(
  style: Style,
  elements: readonly Element[],
  comments: { readonly remark: string | undefined; readonly last: readonly CommentLine[] },
  broken: boolean,
): Sequence {
  const { open, close, pad } = style;
  const inner = elements.reduce((sum, { pieces }) => sum + widthOf(pieces) + 2, -2);
  const empty = elements.length === 0;
  const flat = open.length + close.length + (empty ? pad.length : 2 * pad.length + inner);
  const mustBreak = comments.remark !== undefined || comments.last.length > 0;
  return { style, elements, ...comments, width: mustBreak || (broken && !empty) ? Infinity : flat };
}

/** The text of elements that stand in no brackets, each on lines of its own. */
export function layout(elements: readonly Element[], last: readonly CommentLine[]): string {
  const writer = new Writer();
  writer.rows(elements, last, 0, false);
  return writer.text();
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? piece.length : piece.width),
    0,
  );
}

class Writer {
  readonly #lines: string[] = [];

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  rows(
    elements: readonly Element[],
    last: readonly CommentLine[],
    indent: number,
    everyComma: boolean,
  ): void {
    const comma = everyComma ? 1 : 0;
    // Whether the last line is a row that can take a further element.
    let open = false;
    for (const [index, element] of elements.entries()) {
      const width = widthOf(element.pieces);
      if (open && element.joined && this.#column + 2 + width + comma <= lineWidth) {
        this.#append(everyComma ? " " : ", ");
      } else {
        this.#comments(element.above, indent);
        if (element.blankBefore) this.#blank();
        this.#start(indent);
      }
      this.#pieces(element.pieces, indent, comma);
      if (everyComma) this.#append(",");
      if (element.remark !== undefined) this.#append(`  ${element.remark}`);
      open = width < Infinity && element.remark === undefined;
    }
    this.#comments(last, indent);
  }

  #pieces(pieces: readonly Piece[], indent: number, after: number): void {
    for (const [index, piece] of pieces.entries()) {
      if (typeof piece === "string") {
        this.#append(piece);
      } else if (this.#column + piece.width + upToBreak(pieces, index + 1, after) <= lineWidth) {
        this.#flat(piece);
      } else {
        this.#broken(piece, indent);
      }
    }
  }
}
