import { diagnose, type Diagnostic, type Fix } from "../../grammar/diagnostic.js";
import type { SourceSpan, Span } from "../../grammar/span.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import type { Comment } from "../../grammar/tree.js";
import type { Module } from "../names/module.js";
import { type Allowance, allowancesOf } from "./allowances.js";
import { errorAllowed, idleAllowed, reasonMissing, unknownAllowed } from "./codes.js";
import type { LintConfig } from "./config.js";
import { rules } from "./rules.js";
import type { Subject } from "./subject.js";

/** The findings that no comment allows, and those about such comments. */
export function suppress(
  findings: readonly Diagnostic[],
  { module, analysis }: Subject,
  config: LintConfig,
): readonly Diagnostic[] {
  const allowances = allowancesOf(module);
  if (allowances.length === 0) return findings;
  const used = new Set<Allowance>();
  const left = findings.filter(({ code, primary: { span } }) => {
    const allowed = allowances.filter(
      (each) => each.code === code && each.range && holds(each.range, span),
    );
    for (const each of allowed) used.add(each);
    return allowed.length === 0;
  });
  // Beside errors a lint may be silent for a while only.
  const isWhole = analysis.diagnostics.every(({ severity }) => severity !== "error");
  const wrong = allowances.flatMap((each): readonly Diagnostic[] => {
    const problem = problemOf(each, used.has(each), isWhole, module, config);
    return problem ? [problem] : [];
  });
  return [...left, ...wrong];
}

function holds(range: Span, { start }: Span): boolean {
  return range.start <= start && start <= range.end;
}

function problemOf(
  { code, span, comment, reason, range }: Allowance,
  used: boolean,
  isWhole: boolean,
  module: Module,
  config: LintConfig,
): Diagnostic | undefined {
  const known = rules.find(({ row }) => row.code === code);
  if (!known) {
    if (isLanguages(code)) return diagnose(errorAllowed, span, { code });
    const meant = rules.find(({ row }) => row.slug === code);
    const near = meant
      ? [meant.row.code]
      : suggest(
          code,
          rules.map(({ row }) => row.code),
        );
    const [only] = near;
    const fixes = meant && only !== undefined ? [replace(span, only)] : [];
    const hint = near.length === 0 ? "." : didYouMean(near);
    return diagnose(unknownAllowed, span, { code, hint }, { fixes });
  }
  if (reason === "") {
    const help = [`As in \`// gda-allow ${code}: measured, see notes.md\`.`];
    return diagnose(reasonMissing, span, { code }, { help });
  }
  const wanted = config.rules.some(({ rule: active }) => active === known);
  if (used || !isWhole || !wanted) return undefined;
  const details = { tags: ["unnecessary"], fixes: [removal(comment, span, module)] } as const;
  return diagnose(idleAllowed, span, { code, follows: range !== undefined }, details);
}

/** Whether a code is one of the findings that `gda check` has. */
function isLanguages(code: string): boolean {
  return /^GDA[1-6]\d{3}$/.test(code);
}

function replace(span: SourceSpan, text: string): Fix {
  return { title: `Write \`${text}\``, edits: [{ span, text }] };
}

/** Takes the code out, and the comment with it where it is the only one. */
function removal(comment: Comment, span: SourceSpan, module: Module): Fix {
  const { file, text } = module;
  const { start, end } = comment.span;
  const codes =
    text
      .slice(start, end)
      .replace(/:.*$/s, "")
      .match(/[^\s,]+/g) ?? [];
  if (codes.length > 3) {
    const behind = /^\s*,?\s*/.exec(text.slice(span.end, end))?.[0].length ?? 0;
    const isLast = text[span.end + behind] === ":";
    const before = isLast ? (/,?\s*$/.exec(text.slice(start, span.start))?.[0].length ?? 0) : 0;
    const edit = { file, start: span.start - before, end: isLast ? span.end : span.end + behind };
    return { title: "Remove the code", edits: [{ span: edit, text: "" }] };
  }
  const lineStart = text.slice(0, start).search(/[^\S\r\n]*$/);
  const alone = lineStart === 0 || /[\r\n]/.test(text.charAt(lineStart - 1));
  const lineEnd = alone ? end + (/^(?:\r\n|\r|\n)/.exec(text.slice(end))?.[0].length ?? 0) : end;
  const whole = { file, start: lineStart, end: lineEnd };
  return { title: "Remove the comment", edits: [{ span: whole, text: "" }] };
}
