import { rule } from "../../grammar/diagnostic.js";

/** What can be wrong with `gda.config.json`. */

export const notJson = rule<{ readonly problem: string }>(
  "GDA8601",
  "config-not-json",
  ({ problem }) => `This is not JSON: ${problem}.`,
);

export const unknownSetting = rule<{
  readonly what: string;
  readonly name: string;
  readonly hint: string;
}>("GDA8602", "unknown-setting", ({ what, name, hint }) => `${what} has no \`${name}\`${hint}`);

export const badSetting = rule<{ readonly name: string; readonly wanted: string }>(
  "GDA8603",
  "bad-setting",
  ({ name, wanted }) => `${name} must be ${wanted}.`,
);

export const settingTwice = rule<{ readonly name: string }>(
  "GDA8604",
  "setting-twice",
  ({ name }) => `\`${name}\` is set twice; the last would win without a word.`,
);

/** What can be wrong with the command. */

export const nothingToLint = rule<{ readonly verb: string }>(
  "GDA8605",
  "nothing-to-check",
  ({ verb }) => `\`gda ${verb}\` needs files or folders to look at.`,
);

export const noSpecs = rule<{ readonly folder: string }>(
  "GDA8606",
  "no-specs",
  ({ folder }) => `There is no \`.gda\` file in \`${folder}\`.`,
);

export const watchAlone = rule<{ readonly option: string }>(
  "GDA8607",
  "watch-alone",
  ({ option }) => `\`--watch\` only looks, again and again; it does not go with ${option}.`,
);

/** What can be wrong with a comment that allows a finding: `// gda-allow GDA9001: why`. */

export const reasonMissing = rule<{ readonly code: string }>(
  "GDA9101",
  "allowed-without-reason",
  ({ code }) => `\`${code}\` is allowed without a reason: write it behind a colon.`,
  "warning",
);

export const unknownAllowed = rule<{ readonly code: string; readonly hint: string }>(
  "GDA9102",
  "allows-unknown-code",
  ({ code, hint }) => `There is no lint \`${code}\`${hint}`,
  "warning",
);

export const errorAllowed = rule<{ readonly code: string }>(
  "GDA9103",
  "allows-error",
  ({ code }) => `\`${code}\` is an error of the language, which nothing allows.`,
  "warning",
);

export const idleAllowed = rule<{ readonly code: string; readonly follows: boolean }>(
  "GDA9104",
  "allows-nothing",
  ({ code, follows }) =>
    follows
      ? `There is no \`${code}\` here to allow.`
      : `Nothing follows that \`${code}\` could be allowed for.`,
  "warning",
);
