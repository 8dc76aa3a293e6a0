import { rule } from "../../grammar/diagnostic.js";

/** What keeps a checkpoint from being stored in another way. */

export const nothingToPermute = rule<{ model: string; how: string }>(
  "GDA8411",
  "nothing-to-permute",
  ({ model, how }) => `\`${model}\` is stored as \`${how}\` already, so nothing would change.`,
);

export const noCounterpart = rule<{ tensor: string; family: string; layers: string }>(
  "GDA8412",
  "no-counterpart",
  ({ tensor, family, layers }) =>
    `\`${family}\` has no place for \`${tensor}\` of ${layers}: a program that reads \`${family}\` would leave it out without a word. \`native\` has a place for everything.`,
);

export const unevenHalves = rule<{ layer: number; problem: string }>(
  "GDA8413",
  "uneven-halves",
  ({ layer, problem }) =>
    `\`halves\` keeps as many signal heads as noise heads, and half of each value in either half of the heads; layer ${layer} has ${problem}.`,
);

export const nothingTurns = rule<{ model: string; pairing: string }>(
  "GDA8414",
  "nothing-turns",
  ({ model, pairing }) => `\`${model}\` has no RoPE whose pairs could become \`${pairing}\`.`,
);

export const permuteOption = rule<{ option: string; what: string }>(
  "GDA8415",
  "permute-option-wanted",
  ({ option, what }) => `Permuting a checkpoint takes \`${option}\`: ${what}.`,
);
