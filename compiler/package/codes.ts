import { rule } from "../../grammar/diagnostic.js";

/** What can be wrong with the folder of a package. */

export const notAPackage = rule<{ folder: string }>(
  "GDA8101",
  "not-a-package",
  ({ folder }) =>
    `\`${folder}\` holds files and is no kernel package, so nothing is written there. Name a new or an empty folder.`,
);

export const unwritablePackage = rule<{ folder: string; reason: string }>(
  "GDA8102",
  "unwritable-package",
  ({ folder, reason }) =>
    `Cannot write the package \`${folder}\`: ${reason}. What was there before is unchanged or, if it was already being replaced, fails its check; build again.`,
);

export const foreignFile = rule<{ file: string }>(
  "GDA8103",
  "foreign-file",
  ({ file }) =>
    `\`${file}\` is in the way of a file of the package, and no build has put it there. Move it elsewhere.`,
);
