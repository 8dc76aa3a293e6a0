import stringWidth from "string-width";

const LONGEST = 120;
/** Columns kept before the place that matters, where a line has to be cut. */
const BEFORE = 40;

const REPLACEMENT = "\ufffd";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Text as a terminal may safely show it: no control character, nothing that reorders the text
 * around it, no blank that only looks like a space, and tabs as spaces.
 */
export function visible(text: string): string {
  return text
    .replaceAll("\t", "    ")
    .replace(/(?! )\p{Space_Separator}/gu, "␣")
    .replace(/\p{Control}/gu, picture)
    .replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu, REPLACEMENT);
}

/** Unicode has a picture of each control character of ASCII, such as ␛. */
function picture(control: string): string {
  const unit = control.charCodeAt(0);
  return unit < 0x20 ? String.fromCharCode(0x2400 + unit) : REPLACEMENT;
}

interface Cell {
  readonly offset: number;
  readonly column: number;
  readonly text: string;
}

/** A line as it is drawn: its text, and the columns in which its characters stand. */
export class DrawnLine {
  readonly text: string;
  private readonly cells: readonly Cell[];
  /** The columns, before cutting, that are drawn; a cut counts as one. */
  private readonly from: number;
  private readonly to: number;

  /** Of a line that is too long, the part around `focus` is drawn. */
  constructor(line: string, focus: number) {
    // Most characters take a column, so that what lies further away than this is not drawn.
    const first = Math.max(0, focus - LONGEST);
    const part = line.slice(first, focus + LONGEST);
    this.cells = cellsOf(part, first);
    const width = this.cells.at(-1)?.column ?? 0;
    const isWhole = part.length === line.length && width <= LONGEST;
    const from = isWhole ? 0 : Math.max(0, this.unshifted(focus) - BEFORE);
    this.to = isWhole ? width : Math.min(width, from + LONGEST);

    const drawn = this.cells.filter((c) => c.column >= from && c.column < this.to);
    const cutBefore = first > 0 || from > 0 ? "…" : "";
    const cutAfter = first + part.length < line.length || this.to < width ? "…" : "";
    this.from = (drawn[0]?.column ?? 0) - cutBefore.length;
    this.text = cutBefore + drawn.map((c) => c.text).join("") + cutAfter;
  }

  /** The column, from 0, of an offset in the line; what is cut away counts as the cut. */
  column(offset: number): number {
    return Math.min(Math.max(this.unshifted(offset), this.from), this.to) - this.from;
  }

  private unshifted(offset: number): number {
    return this.cells.findLast((cell) => cell.offset <= offset)?.column ?? 0;
  }
}

/** The user-perceived characters of a text, with one empty cell for its end. */
function cellsOf(text: string, firstOffset: number): readonly Cell[] {
  let column = 0;
  const cells = Array.from(graphemes.segment(text), ({ segment, index }) => {
    const cell = { offset: firstOffset + index, column, text: visible(segment) };
    column += stringWidth(cell.text);
    return cell;
  });
  return [...cells, { offset: firstOffset + text.length, column, text: "" }];
}
