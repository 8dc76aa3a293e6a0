import { meantBy } from "../../../grammar/suggest.js";
import { fixesIn, withoutOverlaps } from "../../lint/fix.js";
import { type Offer, type Request, selectedFindings } from "./offer.js";

/** The fixes of the findings at what is selected. */
export function fixes(request: Request): readonly Offer[] {
  return selectedFindings(request).flatMap((finding) =>
    finding.fixes.map((fix): Offer => ({
      ...fix,
      kind: "quickfix",
      finding,
      certain: finding.fixes.length === 1,
    })),
  );
}

/** The names that a finding asks about in the place of the one that it is about. */
export function meant(request: Request): readonly Offer[] {
  return selectedFindings(request).flatMap((finding) => {
    const names = meantBy(finding.message);
    const { span } = finding.primary;
    return names.map((text): Offer => ({
      title: `Write \`${text}\``,
      kind: "quickfix",
      edits: [{ span, text }],
      finding,
      certain: names.length === 1 && finding.fixes.length === 0,
    }));
  });
}

/** All certain fixes of the file that do not touch one another, as one change. */
export function fixAll({ view, findings }: Request): readonly Offer[] {
  const certain = withoutOverlaps(fixesIn(findings, view.file));
  const edits = certain.flatMap((fix) => fix.edits);
  if (edits.length === 0) return [];
  return [{ title: "Fix all that is certain", kind: "source.fixAll.gda", edits }];
}
