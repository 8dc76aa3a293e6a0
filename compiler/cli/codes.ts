import { rule } from "../../grammar/diagnostic.js";

/** What can be wrong with a command rather than with a spec. */

export const unreadableFile = rule<{ file: string; reason: string }>(
  "GDA8001",
  "unreadable-file",
  ({ file, reason }) => `Cannot read \`${file}\`: ${reason}.`,
);

export const notText = rule<{ file: string }>(
  "GDA8002",
  "not-text",
  ({ file }) => `\`${file}\` is not UTF-8 text.`,
);

export const unwritablePath = rule<{ path: string; reason: string }>(
  "GDA8003",
  "unwritable-path",
  ({ path, reason }) => `Cannot write \`${path}\`: ${reason}.`,
);

export const fileExists = rule<{ file: string }>(
  "GDA8004",
  "file-exists",
  ({ file }) => `\`${file}\` is already there.`,
);

export const noModel = rule<{ file: string }>(
  "GDA8005",
  "no-model",
  ({ file }) => `\`${file}\` declares no model.`,
);

export const whichModel = rule<{ file: string }>(
  "GDA8006",
  "which-model",
  ({ file }) => `\`${file}\` declares several models.`,
);

export const unknownModel = rule<{ file: string; name: string }>(
  "GDA8007",
  "unknown-model",
  ({ file, name }) => `\`${file}\` declares no model \`${name}\`.`,
);

export const unknownCode = rule<{ code: string }>(
  "GDA8008",
  "unknown-code",
  ({ code }) => `There is no diagnostic \`${code}\`.`,
);

export const unknownParam = rule<{ file: string; name: string }>(
  "GDA8009",
  "unknown-param",
  ({ file, name }) => `No model of \`${file}\` has a param \`${name}\`.`,
);

export const nothingToSweep = rule<{ name: string }>(
  "GDA8010",
  "nothing-to-sweep",
  ({ name }) => `\`${name}\` does not say what it may be, so there is nothing to sweep.`,
);
