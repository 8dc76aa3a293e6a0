import { rules } from "../../lint/rules.js";
import { type Offer, type Request, selectedFindings } from "./offer.js";

const lints: ReadonlySet<string> = new Set(rules.map(({ row }) => row.code));

/**
 * A comment above a lint's line that allows it. The reason is left to who allows it; without one
 * there is a finding that asks for it.
 */
export function allow(request: Request): readonly Offer[] {
  const { view } = request;
  return selectedFindings(request).flatMap((finding): Offer[] => {
    const { code, primary } = finding;
    if (!lints.has(code)) return [];
    const { start, text } = view.lines.line(view.lines.position(primary.span.start).line);
    const indent = /^\s*/.exec(text)?.[0] ?? "";
    const span = { file: view.file, start, end: start };
    const edits = [{ span, text: `${indent}// gda-allow ${code}:\n` }];
    return [{ title: `Allow \`${code}\` here`, kind: "quickfix", edits, finding }];
  });
}
