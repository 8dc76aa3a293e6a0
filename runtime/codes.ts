/**
 * Everything that can go wrong at run time, one row each. A message says what is wrong, where, why,
 * and what to do about it.
 */
export interface Rule<P> {
  readonly code: string;
  readonly slug: string;
  readonly severity: "error";
  readonly message: (parameters: P) => string;
}

function rule<P = Record<never, never>>(
  code: string,
  slug: string,
  message: (parameters: P) => string,
): Rule<P> {
  return { code, slug, severity: "error", message };
}

// 71: the kernel package.

export const unreadablePackageFile = rule<{ path: string; reason: string }>(
  "GDA7101",
  "unreadable-package-file",
  ({ path, reason }) =>
    `Cannot read \`${path}\` of the kernel package: ${reason}. Serve or copy the package with all of its files.`,
);

export const brokenManifest = rule<{ reason: string }>(
  "GDA7102",
  "broken-manifest",
  ({ reason }) =>
    `\`manifest.json\` of the kernel package is not JSON: ${reason}. Build the package again.`,
);

export const unknownSchema = rule<{ schema: string; known: number }>(
  "GDA7103",
  "unknown-schema",
  ({ schema, known }) =>
    `\`manifest.json\` has schema ${schema}, and this runtime reads schema ${known}. Use the runtime that lies in the package, or build the package with this version.`,
);

export const wrongField = rule<{ field: string; problem: string }>(
  "GDA7104",
  "wrong-manifest-field",
  ({ field, problem }) =>
    `\`${field}\` in \`manifest.json\` ${problem}. Build the package again; a manifest is not meant to be edited.`,
);

export const changedFile = rule<{ path: string; expected: string; actual: string }>(
  "GDA7105",
  "changed-package-file",
  ({ path, expected, actual }) =>
    `\`${path}\` is not the file that the package was built with: its SHA-256 is ${actual}, not ${expected}. Build the package again, and see that no tool rewrites its files.`,
);

// 72: WebGPU, its adapter and device.

export const noWebGpu = rule<{ reason: string }>(
  "GDA7201",
  "no-webgpu",
  ({ reason }) =>
    `There is no WebGPU here: ${reason}. In Node run \`npm install webgpu\` in your project, or pass \`gpu\` or \`device\`; in a browser open the page over https or localhost in a browser that has WebGPU.`,
);

export const noAdapter = rule(
  "GDA7202",
  "no-adapter",
  () =>
    "WebGPU found no adapter. Install a graphics driver; on Linux without a graphics card, Mesa's lavapipe (`mesa-vulkan-drivers`, version 23 or newer) will do.",
);

export const noVariant = rule<{ reasons: readonly string[] }>(
  "GDA7203",
  "no-variant-runs",
  ({ reasons }) =>
    `No kernels of this package run on this adapter: ${reasons.join("; ")}. Build the package with a target that this adapter can run; \`portable\` runs everywhere.`,
);

export const variantCannotRun = rule<{ variant: string; reason: string }>(
  "GDA7204",
  "variant-cannot-run",
  ({ variant, reason }) =>
    `The variant \`${variant}\` cannot run here: ${reason}. Ask for another one, or leave \`variant\` out to take the first that runs.`,
);

export const noDevice = rule<{ reason: string }>(
  "GDA7205",
  "no-device",
  ({ reason }) =>
    `The adapter gave no device: ${reason}. Close other programs that use it and retry.`,
);

export const deviceLost = rule<{ reason: string }>(
  "GDA7206",
  "device-lost",
  ({ reason }) =>
    `The GPU device is lost: ${reason}. Call \`session.reopen()\`, which loads the weights again; caches are gone with the device.`,
);

export const gpuError = rule<{ doing: string; reason: string }>(
  "GDA7207",
  "gpu-error",
  ({ doing, reason }) =>
    `WebGPU refused ${doing}: ${reason}. If your own code uses this device too, look there first; otherwise please report it.`,
);

export const outOfMemory = rule<{ doing: string; bytes: number }>(
  "GDA7208",
  "gpu-out-of-memory",
  ({ doing, bytes }) =>
    `The GPU has no memory left for ${doing}, which takes ${bytes} bytes. Destroy layers and caches that are done with, or ask for fewer sequences or a smaller capacity.`,
);

export const shaderError = rule<{ file: string; reason: string }>(
  "GDA7209",
  "shader-error",
  ({ file, reason }) =>
    `\`${file}\` does not compile here: ${reason}. Try another variant of the package, and please report it.`,
);

export const tooLargeToBind = rule<{
  what: string;
  needed: number;
  available: number;
  advice: string;
}>(
  "GDA7210",
  "too-large-to-bind",
  ({ what, needed, available, advice }) =>
    `${what} needs ${needed} bytes in one binding, and this device binds at most ${available}. ${advice}`,
);

export const tooManyWorkgroups = rule<{ step: string; needed: number; available: number }>(
  "GDA7211",
  "too-many-workgroups",
  ({ step, needed, available }) =>
    `\`${step}\` needs ${needed} workgroups, and WebGPU dispatches at most ${available}. Pass fewer tokens or sequences in one call.`,
);

export const wrongSize = rule<{ size: string; value: number }>(
  "GDA7212",
  "wrong-size",
  ({ size, value }) =>
    `The size ${size} of the package gives ${value}, which is not a whole number from 0 up. Build the package again.`,
);

// 73: weights.

export const brokenSafetensors = rule<{ file: string; reason: string }>(
  "GDA7301",
  "broken-safetensors",
  ({ file, reason }) =>
    `\`${file}\` is not a sound safetensors file: ${reason}. It may be cut short; copy or download it again.`,
);

export const brokenIndex = rule<{ file: string; reason: string }>(
  "GDA7302",
  "broken-checkpoint-index",
  ({ file, reason }) => `\`${file}\` is not a sound checkpoint index: ${reason}.`,
);

export const missingShard = rule<{ file: string; tensor: string; reason: string }>(
  "GDA7303",
  "missing-shard",
  ({ file, tensor, reason }) =>
    `The checkpoint's file \`${file}\`, which holds \`${tensor}\`, cannot be opened: ${reason}. Put all files of the checkpoint beside its index.`,
);

export const missingTensor = rule<{
  tensor: string;
  expected: string;
  near: readonly string[];
  others: number;
}>("GDA7304", "missing-tensor", ({ tensor, expected, near, others }) =>
  [
    `The weights hold no \`${tensor}\`, which should be ${expected}.`,
    ...(others > 0 ? [`${others} more are missing.`] : []),
    near.length > 0
      ? `Near names: ${near.map((name) => `\`${name}\``).join(", ")}; the \`checkpoint\` fact of the model says how weights are named.`
      : "Is this the checkpoint of the model that the package was built for?",
  ].join(" "),
);

export const wrongShape = rule<{ tensor: string; expected: string; actual: string }>(
  "GDA7305",
  "wrong-tensor-shape",
  ({ tensor, expected, actual }) =>
    `\`${tensor}\` has the shape ${actual}, and the model expects ${expected}. Compare the model's head counts and dims with the checkpoint's config.`,
);

export const wrongDtype = rule<{ tensor: string; dtype: string }>(
  "GDA7306",
  "wrong-tensor-dtype",
  ({ tensor, dtype }) =>
    `\`${tensor}\` is stored as ${dtype}; weights are read from F64, F32, F16 and BF16. Convert the checkpoint first.`,
);

export const weightOverflow = rule<{ tensor: string; value: number; format: string }>(
  "GDA7307",
  "weight-overflow",
  ({ tensor, value, format }) =>
    `\`${tensor}\` holds ${value}, which is too large for ${format}. Build the package with \`bf16\` or \`f32\` weights.`,
);

export const unquantisable = rule<{ tensor: string; value: number; row: number; format: string }>(
  "GDA7310",
  "unquantisable-weight",
  ({ tensor, value, row, format }) =>
    `Row ${row} of \`${tensor}\` holds ${value}, which has no place in blocks of ${format}. Look for where the checkpoint went wrong; a package with \`f32\` weights takes it as it is.`,
);

export const wrongTensorData = rule<{ tensor: string; reason: string }>(
  "GDA7308",
  "wrong-tensor-data",
  ({ tensor, reason }) => `The data of \`${tensor}\` do not fit: ${reason}.`,
);

export const unreadableWeights = rule<{ file: string; reason: string }>(
  "GDA7309",
  "unreadable-weights",
  ({ file, reason }) => `Cannot read \`${file}\`: ${reason}.`,
);

// 74: calls.

export const noSuchLayer = rule<{ index: number; layers: string }>(
  "GDA7401",
  "no-such-layer",
  ({ index, layers }) => `The package has no layer ${index}; it has ${layers}.`,
);

export const closed = rule<{ what: string; advice: string }>(
  "GDA7402",
  "closed",
  ({ what, advice }) => `This ${what} is closed. ${advice}`,
);

export const wrongInput = rule<{ problem: string; advice: string }>(
  "GDA7403",
  "wrong-input",
  ({ problem, advice }) => `${problem}. ${advice}`,
);

export const wrongBatch = rule<{ problem: string; advice: string }>(
  "GDA7404",
  "wrong-batch",
  ({ problem, advice }) => `${problem}. ${advice}`,
);

export const cacheFull = rule<{ slot: number; cached: number; rows: number; capacity: number }>(
  "GDA7405",
  "cache-full",
  ({ slot, cached, rows, capacity }) =>
    `Slot ${slot} of the cache holds ${cached} tokens, and ${rows} more do not fit its capacity of ${capacity}. Nothing was written. Reset the slot, or make a cache with a larger capacity.`,
);

export const wrongCapacity = rule<{ problem: string; advice: string }>(
  "GDA7406",
  "wrong-capacity",
  ({ problem, advice }) => `${problem}. ${advice}`,
);

export const foreignCache = rule(
  "GDA7407",
  "foreign-cache",
  () => "This cache was made by another layer. Pass the one that `cache()` of this layer gave.",
);

export const lostCache = rule(
  "GDA7408",
  "lost-cache",
  () =>
    "This cache was lost with its device. Make a new one with `layer.cache()` and prefill it again.",
);

export const busy = rule(
  "GDA7409",
  "busy",
  () =>
    "Another call of this session is under way. Await it before you encode, reopen or free anything.",
);

export const noFreeBlocks = rule<{ needed: number; free: number; blocks: number }>(
  "GDA7410",
  "no-free-blocks",
  ({ needed, free, blocks }) =>
    `The cache has ${free} of its ${blocks} blocks free, and this call takes ${needed}. Nothing was written. Reset a slot that is done with, append fewer tokens, or make a cache with more blocks.`,
);

export const sharedBlock = rule<{
  slot: number;
  length: number;
  block: number;
  whole: number;
}>(
  "GDA7411",
  "shared-block",
  ({ slot, length, block, whole }) =>
    `The next tokens of slot ${slot}, which holds ${length}, would go into block ${block}, which another slot has too. Nothing was written. Assign the slot only the blocks before it, with ${whole} tokens, and append those after them again.`,
);

export const wrongBlocks = rule<{ problem: string; advice: string }>(
  "GDA7412",
  "wrong-blocks",
  ({ problem, advice }) => `${problem}. ${advice}`,
);
