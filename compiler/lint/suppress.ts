import { diagnose, type Diagnostic, type Fix } from "../../grammar/diagnostic.js";
import type { Span } from "../../grammar/span.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import type { Comment } from "../../grammar/tree.js";
import type { Module } from "../names/module.js";
import { type Allowance, allowancesOf } from "./allowances.js";
import { errorAllowed, idleAllowed, reasonMissing, unknownAllowed } from "./codes.js";
import type { LintConfig } from "./config.js";
import { rules } from "./rules.js";
import { hasErrors, type Subject } from "./subject.js";
import { cutLines } from "./tree.js";

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
  const idle = hasErrors(analysis) ? [] : allowances.filter((each) => !used.has(each));
  const wrong = allowances.flatMap((each) => {
    const isWanted = config.rules.some(({ rule }) => rule.row.code === each.code);
    const isIdle = isWanted && idle.includes(each);
    return problemOf(each) ?? (isIdle ? idleOf(each, allowances, module) : []);
  });
  return [...left, ...wrong];
}

function holds(range: Span, { start }: Span): boolean {
  return range.start <= start && start <= range.end;
}

/** What is wrong with a comment in itself. */
function problemOf({ code, span, reason }: Allowance): Diagnostic | undefined {
  if (rules.some(({ row }) => row.code === code)) {
    const help = [`As in \`// gda-allow ${code}: measured, see notes.md\`.`];
    return reason === "" ? diagnose(reasonMissing, span, { code }, { help }) : undefined;
  }
  if (isError(code)) return diagnose(errorAllowed, span, { code });
  const codes = rules.map(({ row }) => row.code);
  const meant = rules.find(({ row }) => row.slug === code)?.row.code;
  const near = meant === undefined ? suggest(code, codes) : [meant];
  const hint = near.length === 0 ? "." : didYouMean(near);
  const fixes =
    meant === undefined ? [] : [{ title: `Write \`${meant}\``, edits: [{ span, text: meant }] }];
  return diagnose(unknownAllowed, span, { code, hint }, { fixes });
}

/** That nothing was found where the comment allows it. */
function idleOf(allowance: Allowance, all: readonly Allowance[], module: Module): Diagnostic {
  const { code, span, comment, range } = allowance;
  const isOnly = all.every((other) => other === allowance || other.comment !== comment);
  const fix = isOnly ? withoutComment(comment, module) : withoutCode(allowance, module);
  const details = { tags: ["unnecessary"], fixes: [fix] } as const;
  return diagnose(idleAllowed, span, { code, follows: range !== undefined }, details);
}

/** Whether a code is one of the findings that `gda check` has. */
function isError(code: string): boolean {
  return /^GDA[1-6]\d{3}$/.test(code);
}

function withoutCode({ span, comment }: Allowance, { text }: Module): Fix {
  const behind = /^\s*,?\s*/.exec(text.slice(span.end, comment.span.end))?.[0].length ?? 0;
  const isLast = /^:?$/.test(text.slice(span.end + behind, comment.span.end).charAt(0));
  const before = /,?\s*$/.exec(text.slice(comment.span.start, span.start))?.[0].length ?? 0;
  const cut = isLast
    ? { ...span, start: span.start - before }
    : { ...span, end: span.end + behind };
  return { title: "Remove the code", edits: [{ span: cut, text: "" }] };
}

/** With its line, where it has one of its own, else with the blank before it. */
function withoutComment({ span }: Comment, module: Module): Fix {
  const blank = /[^\S\r\n]*$/.exec(module.text.slice(0, span.start))?.[0].length ?? 0;
  const cut = cutLines(module, { start: span.start - blank, end: span.end });
  return { title: "Remove the comment", edits: [{ span: cut, text: "" }] };
}
