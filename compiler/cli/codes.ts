import { rule } from "../../grammar/diagnostic.js";
import { didYouMean } from "../../grammar/suggest.js";

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

export const unknownModel = rule<{ file: string; name: string; near: readonly string[] }>(
  "GDA8007",
  "unknown-model",
  ({ file, name, near }) => `\`${file}\` declares no model \`${name}\`${hint(near)}`,
);

export const unknownCode = rule<{ code: string; near: readonly string[] }>(
  "GDA8008",
  "unknown-code",
  ({ code, near }) => `There is no diagnostic \`${code}\`${hint(near)}`,
);

export const unknownParam = rule<{ file: string; name: string; near: readonly string[] }>(
  "GDA8009",
  "unknown-param",
  ({ file, name, near }) => `No model of \`${file}\` has a param \`${name}\`${hint(near)}`,
);

export const nothingToSweep = rule<{ name: string }>(
  "GDA8010",
  "nothing-to-sweep",
  ({ name }) => `\`${name}\` does not say what it may be, so there is nothing to sweep.`,
);

export const unknownTarget = rule<{ file: string; name: string; near: readonly string[] }>(
  "GDA8011",
  "unknown-target",
  ({ file, name, near }) => `\`${file}\` declares no target \`${name}\`${hint(near)}`,
);

export const noSuchLayers = rule<{ model: string; layers: string; last: number }>(
  "GDA8012",
  "no-such-layers",
  ({ model, layers, last }) =>
    `\`${layers}\` names no layers of \`${model}\`, which has layers 0 to ${last}.`,
);

export const noWeights = rule<{ folder: string }>(
  "GDA8013",
  "no-weights",
  ({ folder }) => `\`${folder}\` holds no weights in safetensors.`,
);

export const unusableInput = rule<{ file: string; problem: string }>(
  "GDA8014",
  "unusable-input",
  ({ file, problem }) => `\`${file}\` cannot be the input: ${problem}.`,
);

export const specWanted = rule<{ option: string }>(
  "GDA8015",
  "spec-wanted",
  ({ option }) => `\`${option}\` needs the spec; a built package has only its kernels.`,
);

export const weightsFixHidden = rule(
  "GDA8016",
  "weights-fix-hidden",
  () => "`--hidden` changes the shapes of weights, so it goes with generated ones only.",
);

export const damagedTuning = rule<{ file: string; problem: string }>(
  "GDA8020",
  "damaged-tuning",
  ({ file, problem }) =>
    `\`${file}\` is no sound result of \`gda tune\` and is left out: ${problem}.`,
  "warning",
);

export const notTuned = rule<{ model: string }>(
  "GDA8021",
  "not-tuned",
  ({ model }) => `Nothing of \`${model}\` was tuned on this machine.`,
);

function hint(near: readonly string[]): string {
  return near.length > 0 ? didYouMean(near) : ".";
}
