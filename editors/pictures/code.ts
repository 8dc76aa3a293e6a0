import type { Tokenizer } from "../textmate/tokenizer.js";
import { colourOf, type Theme } from "./theme.js";

/** What an editor shows on its lines beside the text. Lines and columns count from 0. */
export interface Shown {
  readonly marks?: readonly Mark[];
  readonly hints?: readonly {
    readonly line: number;
    readonly column: number;
    readonly text: string;
  }[];
  readonly lenses?: readonly { readonly line: number; readonly text: string }[];
  /** The line that the cursor is on. */
  readonly current?: number;
  readonly bulb?: number;
  /** What hangs below a place. */
  readonly popup?: { readonly line: number; readonly column: number; readonly html: string };
}

export interface Mark {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly kind: "error" | "warning" | "highlight";
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** The part of a range that lies on its first line. */
export function markOf({ start, end }: Range, kind: Mark["kind"]): Mark {
  const last = end.line === start.line ? end.character : Number.MAX_SAFE_INTEGER;
  return { line: start.line, start: start.character, end: last, kind };
}

/** The text of an editor with its colours. */
export function code(text: string, tokenize: Tokenizer, theme: Theme, shown: Shown = {}): string {
  const lines = tokenize(text.trimEnd());
  return lines
    .map(({ text: line, tokens }, index) => {
      const marks = shown.marks?.filter((mark) => mark.line === index) ?? [];
      const hints = shown.hints?.filter((hint) => hint.line === index) ?? [];
      const cuts = [
        ...tokens.flatMap(({ start, end }) => [start, end]),
        ...marks.flatMap(({ start, end }) => [start, Math.min(end, line.length)]),
        ...hints.map(({ column }) => column),
        line.length,
      ];
      const places = [...new Set(cuts)].toSorted((a, b) => a - b);
      const pieces = places.map((place, at) => {
        const next = places[at + 1] ?? place;
        const scopes = tokens.find(({ start, end }) => start <= place && place < end)?.scopes ?? [];
        const kinds = marks.filter(({ start, end }) => start <= place && next <= end);
        const classes = kinds.map(({ kind }) => kind).join(" ");
        const hint = hints.filter(({ column }) => column === place);
        return (
          hint.map((each) => `<span class="hint">${escaped(each.text.trim())}</span>`).join("") +
          `<span class="${classes}" style="color:${colourOf(theme, scopes)}">${escaped(line.slice(place, next))}</span>`
        );
      });
      const lens = shown.lenses?.filter((each) => each.line === index) ?? [];
      const indent = line.length - line.trimStart().length;
      const above = lens.map(
        (each) =>
          `<div class="lens" style="padding-left:calc(var(--gutter) + ${indent}ch)">${escaped(each.text)}</div>`,
      );
      const popup =
        shown.popup?.line === index
          ? `<div class="popup" style="left:calc(var(--gutter) + ${shown.popup.column}ch)">${shown.popup.html}</div>`
          : "";
      const bulb = shown.bulb === index ? `<i class="bulb">${BULB}</i>` : "";
      const current = shown.current === index ? " current" : "";
      return `${above.join("")}<div class="line${current}"><i class="number">${index + 1}</i>${bulb}<code>${pieces.join("")}</code>${popup}</div>`;
    })
    .join("");
}

const BULB =
  '<svg width="14" height="14" viewBox="0 0 16 16" fill="#ffcc00"><path d="M8 1a5 5 0 0 0-3 9v2h6v-2a5 5 0 0 0-3-9z" />' +
  '<path d="M5.5 13h5v1.2h-5zM6.5 14.8h3V16h-3z" /></svg>';

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
