import {
  type Diagnostic as Shown,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type TextEdit,
} from "vscode-languageserver";
import type { Diagnostic, Fix, Label } from "../../grammar/diagnostic.js";
import type { Abilities } from "./client.js";
import type { View, Workspace } from "./document.js";
import { pageOf } from "./pages.js";

/** A finding about a text, as a client shows it. */
export function shown(finding: Diagnostic, view: View, client: Abilities): Shown {
  const { code, severity, primary, tags } = finding;
  const page = client.codeLinks ? pageOf(code) : undefined;
  const places = finding.secondary.flatMap((label) => related(label, view.workspace) ?? []);
  const fixes = finding.fixes.flatMap((fix) => fixOf(fix, view.workspace) ?? []);
  return {
    range: view.rangeOf(primary.span),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "gda",
    message: messageOf(finding, client.relatedPlaces ? [] : places),
    ...(page === undefined ? {} : { codeDescription: { href: page } }),
    ...(client.relatedPlaces && places.length > 0 ? { relatedInformation: places } : {}),
    ...(client.tags && tags?.includes("unnecessary") ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(client.data && fixes.length > 0 ? { data: { fixes } } : {}),
  };
}

/** A fix, where all files that it changes can be reached. */
export interface ShownFix {
  readonly title: string;
  /** By URI. */
  readonly changes: Record<string, TextEdit[]>;
}

export function fixOf({ title, edits }: Fix, workspace: Workspace): ShownFix | undefined {
  const changes: Record<string, TextEdit[]> = {};
  for (const { span, text } of edits) {
    const view = workspace.view(span.file);
    if (!view) return undefined;
    const newText = text.replaceAll("\n", view.lines.break);
    (changes[view.uri] ??= []).push({ range: view.rangeOf(span), newText });
  }
  return { title, changes };
}

function related(
  { span, text }: Label,
  workspace: Workspace,
): DiagnosticRelatedInformation | undefined {
  const location = workspace.locate(span);
  return location && { location, message: text ?? "this takes part in it" };
}

/** The sentence, what is said of its place, and advice; places only where there is no list of them. */
function messageOf(
  { message, primary, help }: Diagnostic,
  places: readonly DiagnosticRelatedInformation[],
): string {
  const lines = [message];
  if (primary.text !== undefined) lines.push(`Here: ${primary.text}.`);
  for (const { location, message: text } of places) {
    lines.push(`Line ${location.range.start.line + 1}: ${text}.`);
  }
  for (const advice of help) lines.push(`Help: ${advice}`);
  return lines.join("\n");
}
