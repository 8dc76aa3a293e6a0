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

/** All certain fixes of the file that do not touch one another, as one change. */
export function fixAll({ view, findings }: Request): readonly Offer[] {
  const certain = withoutOverlaps(fixesIn(findings, view.file));
  const edits = certain.flatMap((fix) => fix.edits);
  if (edits.length === 0) return [];
  return [{ title: "Fix all that is certain", kind: "source.fixAll.gda", edits }];
}
