import type { SourceSpan, Span } from "../../grammar/span.js";
import type {
  Assert,
  Comment,
  Declaration,
  Import,
  Item,
  SourceFile,
  Stage,
} from "../../grammar/tree.js";
import { type Module, within } from "../names/module.js";

/** `// gda-allow GDA9001: why`, one code of it. */
export interface Allowance {
  readonly code: string;
  readonly span: SourceSpan;
  readonly comment: Comment;
  readonly reason: string;
  /** Where it holds; nowhere behind the last item. */
  readonly range: Span | undefined;
}

/** What the comments of a file allow. */
export function allowancesOf(module: Module): readonly Allowance[] {
  let parts: readonly Span[] | undefined;
  return module.tree.comments.flatMap((comment) => {
    const [, before, codes, reason = ""] =
      comment.kind === "line"
        ? (/^(\s*gda-allow(?=\s)\s*)([^:]*)(?::(.*))?$/.exec(comment.text) ?? [])
        : [];
    if (before === undefined || codes === undefined) return [];
    parts ??= partsOf(module.tree);
    const range = rangeOf(comment, module, parts);
    const start = comment.span.start + "//".length + before.length;
    return Array.from(codes.matchAll(/[^\s,]+/g), (match): Allowance => {
      const at = start + match.index;
      const span = within(module, { start: at, end: at + match[0].length });
      return { code: match[0], span, comment, reason: reason.trim(), range };
    });
  });
}

/**
 * Behind text the comment speaks of its line and of what ends there, else of the next line that has
 * more than comments, and of what begins there: so it holds however the text is broken into lines.
 */
function rangeOf({ span }: Comment, module: Module, parts: readonly Span[]): Span | undefined {
  const { lines, text } = module;
  const { line, column } = lines.position(span.start);
  const own = lines.line(line);
  if (own.text.slice(0, column - 1).trim() !== "") {
    const ending = parts.filter(({ end }) => own.start <= end && end <= span.start);
    return { start: Math.min(own.start, ...ending.map(({ start }) => start)), end: span.start };
  }
  const last = lines.position(text.length).line;
  for (let number = line + 1; number <= last; number++) {
    const next = lines.line(number);
    if (/^\s*(?:\/\/.*)?$/.test(next.text)) continue;
    const end = next.start + next.text.length;
    const beginning = parts.filter(({ start }) => next.start <= start && start < end);
    return { start: next.start, end: Math.max(end, ...beginning.map((part) => part.end)) };
  }
  return undefined;
}

/** The imports, declarations, stages and items of a file, each with all that is in it. */
function partsOf({ imports, declarations }: SourceFile): readonly Span[] {
  return [...imports, ...declarations].flatMap(inside);
}

function inside(part: Part): readonly Span[] {
  const body = "body" in part ? part.body : undefined;
  const inner: readonly Part[] = "members" in part ? part.members : (body?.items ?? []);
  return [part.span, ...inner.flatMap(inside)];
}

type Part = Import | Declaration | Stage | Assert | Item;
