/*
 * How printed text is broken into lines. The printer says what belongs together; here it is decided
 * what fits on a line. A line's comment never counts: it may be as long as it likes.
 */

/** What lines are made of, where there is a choice. */
export interface Format {
  /** Columns that a line may have. */
  readonly width: number;
  /** Columns of one step of indentation. */
  readonly indent: number;
  /** Whether a step is written as a tab. */
  readonly tabs: boolean;
}

/** The form that `gda fmt` gives. */
export const canonical: Format = { width: 100, indent: 2, tabs: false };

/** What is printed one after another; a text goes over several lines only where it must not change. */
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
  /** Where commas stand: nowhere, between what is on one line, or behind every element. */
  readonly commas: "none" | "between" | "all";
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
  const mustBreak =
    comments.remark !== undefined ||
    comments.last.length > 0 ||
    elements.some(({ above, remark }) => above.length > 0 || remark !== undefined) ||
    (style.commas === "none" && elements.length > 1);
  return { style, elements, ...comments, width: mustBreak || (broken && !empty) ? Infinity : flat };
}

/** The text of elements that stand in no brackets, each on lines of its own. */
export function layout(
  elements: readonly Element[],
  last: readonly CommentLine[],
  format: Format,
): string {
  const writer = new Writer(format);
  writer.rows(elements, last, 0, "none");
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
  readonly #format: Format;

  constructor(format: Format) {
    this.#format = format;
  }

  text(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }

  /** Elements row by row: as they were joined, as far as they fit. */
  rows(
    elements: readonly Element[],
    last: readonly CommentLine[],
    depth: number,
    commas: Style["commas"],
  ): void {
    const comma = commas === "all" ? "," : "";
    let takesMore = false;
    for (const element of elements) {
      const { pieces, above, blankBefore, joined, remark } = element;
      const end = this.#column + 2 + widthOf(pieces) + comma.length;
      if (
        takesMore &&
        joined &&
        commas !== "none" &&
        above.length === 0 &&
        end <= this.#format.width
      ) {
        this.#append(commas === "all" ? " " : ", ");
      } else {
        this.#comments(above, depth);
        if (blankBefore) this.#lines.push("");
        this.#lines.push(this.#indent(depth));
      }
      const line = this.#lines.length;
      this.#pieces(pieces, depth, comma.length);
      this.#append(comma);
      this.#remark(remark);
      takesMore = remark === undefined && this.#lines.length === line;
    }
    this.#comments(last, depth);
  }

  #pieces(pieces: readonly Piece[], depth: number, behind: number): void {
    for (const [index, piece] of pieces.entries()) {
      if (typeof piece === "string") {
        this.#append(piece);
      } else if (
        this.#column + piece.width + upToBreak(pieces, index, behind) <=
        this.#format.width
      ) {
        this.#append(flat([piece]));
      } else {
        this.#append(piece.style.open);
        this.#remark(piece.remark);
        this.rows(piece.elements, piece.last, depth + 1, piece.style.commas);
        this.#lines.push(this.#indent(depth) + piece.style.close);
      }
    }
  }

  #comments(comments: readonly CommentLine[], depth: number): void {
    for (const { text, blankBefore } of comments) {
      if (blankBefore) this.#lines.push("");
      this.#lines.push(this.#indent(depth) + text);
    }
  }

  #remark(remark: string | undefined): void {
    if (remark !== undefined) this.#append(`  ${remark}`);
  }

  #append(text: string): void {
    const [first = "", ...more] = text.split("\n");
    this.#lines.push((this.#lines.pop() ?? "") + first, ...more);
  }

  #indent(depth: number): string {
    const { indent, tabs } = this.#format;
    return tabs ? "\t".repeat(depth) : " ".repeat(depth * indent);
  }

  get #column(): number {
    const line = this.#lines.at(-1) ?? "";
    const [tabs = ""] = /^\t*/.exec(line) ?? [];
    return line.length + tabs.length * (this.#format.indent - 1);
  }
}

/** The width of what follows a piece on its line at least: up to where the next one can break. */
function upToBreak(pieces: readonly Piece[], index: number, behind: number): number {
  let width = 0;
  for (const piece of pieces.slice(index + 1)) {
    if (typeof piece !== "string") return width + piece.style.open.length;
    width += piece.length;
  }
  return width + behind;
}

function flat(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const { open, close, pad } = piece.style;
      const inner = piece.elements.map((element) => flat(element.pieces)).join(", ");
      return inner === "" ? open + pad + close : open + pad + inner + pad + close;
    })
    .join("");
}
