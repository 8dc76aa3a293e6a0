import { rule } from "../../grammar/diagnostic.js";
import { didYouMean } from "../../grammar/suggest.js";

/** What can be wrong with a command that grows a checkpoint. */

export const noGrowth = rule<{ file: string }>(
  "GDA8201",
  "no-growth",
  ({ file }) => `\`${file}\` declares no growth.`,
);

export const unknownStage = rule<{ file: string; name: string; near: readonly string[] }>(
  "GDA8202",
  "unknown-stage",
  ({ file, name, near }) =>
    `\`${file}\` declares no stage \`${name}\`${near.length > 0 ? didYouMean(near) : "."}`,
);

export const whichStage = rule<{ file: string; name: string }>(
  "GDA8203",
  "which-stage",
  ({ file, name }) => `Several growths of \`${file}\` have a stage \`${name}\`.`,
);

export const growOption = rule<{ option: string; what: string }>(
  "GDA8204",
  "grow-option-wanted",
  ({ option, what }) => `Growing a checkpoint takes \`${option}\`: ${what}.`,
);

export const noRewrite = rule<{ stage: string; tensor: string; why: string }>(
  "GDA8205",
  "no-rewrite",
  ({ stage, tensor, why }) => `\`${stage}\` cannot grow a checkpoint: \`${tensor}\` ${why}.`,
);

export const otherModel = rule<{ file: string; found: string; stage: string; wanted: string }>(
  "GDA8206",
  "checkpoint-of-other-model",
  ({ file, found, stage, wanted }) =>
    `\`${file}\` is a checkpoint of \`${found}\`, and \`${stage}\` grows one of \`${wanted}\`.`,
);

export const brokenConfig = rule<{ file: string; reason: string }>(
  "GDA8207",
  "broken-config",
  ({ file, reason }) => `\`${file}\`, beside the checkpoint, is no config: ${reason}.`,
);
