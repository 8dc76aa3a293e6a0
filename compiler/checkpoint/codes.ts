import { rule } from "../../grammar/diagnostic.js";

/** What can go wrong while a checkpoint is read and another one is made of it. */

export const misfit = rule<{ file: string; problems: readonly string[]; hint: string }>(
  "GDA8211",
  "checkpoint-does-not-fit",
  ({ file, problems, hint }) =>
    [`\`${file}\` does not fit the spec:`, ...problems.map((problem) => `  ${problem}`), hint].join(
      "\n",
    ),
);

export const notFinite = rule<{ tensor: string; place: string; value: number }>(
  "GDA8212",
  "weight-not-finite",
  ({ tensor, place, value }) =>
    `\`${tensor}\` holds ${value} at ${place}. A training that diverged leaves such weights; take an earlier checkpoint.`,
);

export const overflow = rule<{ tensor: string; place: string; dtype: string }>(
  "GDA8213",
  "rewritten-weight-overflow",
  ({ tensor, place, dtype }) =>
    `\`${tensor}\` would hold a number at ${place} that is too large for ${dtype}. Convert the source to BF16 or F32 first.`,
);

export const targetExists = rule<{ folder: string }>(
  "GDA8214",
  "checkpoint-exists",
  ({ folder }) =>
    `\`${folder}\` is already there. Name another folder, or write \`--force\` to replace it; it stays until the new one is complete.`,
);

export const foreignInTarget = rule<{ folder: string; file: string }>(
  "GDA8215",
  "foreign-file-in-checkpoint",
  ({ folder, file }) =>
    `\`${folder}\` holds \`${file}\`, which no checkpoint was written with, so the folder is not replaced. Move the file elsewhere, or name another folder.`,
);

export const targetInSource = rule<{ folder: string; source: string }>(
  "GDA8216",
  "checkpoint-over-its-source",
  ({ folder, source }) =>
    `\`${folder}\` and the source \`${source}\` lie one in the other. Name a folder outside the source.`,
);

export const noSpace = rule<{ folder: string; needed: string; free: string }>(
  "GDA8217",
  "too-little-disk-space",
  ({ folder, needed, free }) =>
    `\`${folder}\` takes ${needed}, and its disk has ${free} left. Make room, or name a folder on another disk.`,
);

export const busyTarget = rule<{ folder: string; draft: string }>(
  "GDA8218",
  "checkpoint-being-written",
  ({ folder, draft }) =>
    `Another run is writing \`${folder}\`. Wait for it; if it is long gone, remove \`${draft}\`.`,
);

export const unwritableTarget = rule<{ folder: string; reason: string }>(
  "GDA8219",
  "unwritable-checkpoint",
  ({ folder, reason }) =>
    `Cannot write \`${folder}\`: ${reason}. Nothing is left of this run, and what was there before is unchanged.`,
);

export const unlistedTensor = rule<{ file: string; shard: string; tensor: string }>(
  "GDA8220",
  "tensor-not-in-index",
  ({ file, shard, tensor }) =>
    `\`${shard}\` holds \`${tensor}\`, and the index \`${file}\` does not say so. Download or convert the checkpoint again, so that index and files agree.`,
);
