import type {
  AdapterMatch,
  Format,
  KernelEntry,
  LayerEntry,
  Manifest,
  Phases,
  Program,
  Size,
  Step,
  TensorEntry,
  Variant,
  WeightSource,
} from "../manifest.js";
import { SIZE_OPERATIONS } from "../size.js";
import {
  fields,
  finite,
  list,
  oneOf,
  optional,
  positive,
  record,
  text,
  whole,
  wrong,
  type Check,
} from "./check.js";

/** Sizes deeper than this are no work of the compiler, and could exhaust the stack. */
const SIZE_DEPTH = 16;

const format: Check<Format> = oneOf("f32", "f16", "bf16", "i8", "i4", "u32");

const size: Check<Size> = (value, at) => {
  sizeToDepth(value, at, SIZE_DEPTH);
};

function sizeToDepth(value: unknown, at: string, depth: number): void {
  if (typeof value === "string") return;
  if (typeof value === "number") {
    finite(value, at);
    return;
  }
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [operation, left, right] = parts;
  const known = SIZE_OPERATIONS.some((name) => name === operation);
  if (parts.length !== 3 || !known || depth === 0) throw wrong(at, "is not a size");
  sizeToDepth(left, at, depth - 1);
  sizeToDepth(right, at, depth - 1);
}

const sizes: Check<readonly Size[]> = list(size);

const grid: Check<Step["grid"]> = (value, at) => {
  sizes(value, at);
  if (value.length !== 3) throw wrong(at, "is not a list of three sizes");
};

/** A path inside the package. */
const path: Check<string> = (value, at) => {
  text(value, at);
  const parts = value.split("/");
  if (!/^[\w./-]+$/.test(value) || parts.some((part) => /^\.*$/.test(part))) {
    throw wrong(at, "is not a path inside the package");
  }
};

const step = fields<Step>({
  kernel: text,
  tensors: record(text),
  uniforms: record(size),
  grid,
  over: optional(text),
  into: optional(text),
  label: text,
});

const phases = fields<Phases>({ keys: list(step), queries: list(step) });

const tensor = fields<TensorEntry>({
  role: oneOf(
    "input",
    "output",
    "residual",
    "weight",
    "derived",
    "cache",
    "scratch",
    "angles",
    "places",
    "sequences",
  ),
  format,
  block: optional(positive),
  shape: sizes,
  together: optional(positive),
  unitsPerBlock: optional(positive),
  frequencies: optional(list(finite)),
  gain: optional(finite),
});

const program = fields<Program>({
  tensors: record(tensor),
  load: list(step),
  prefill: phases,
  few: phases,
  decode: phases,
});

const kernel = fields<KernelEntry>({
  file: path,
  map: path,
  workgroup: positive,
  workgroupBytes: whole,
  bindings: list(
    fields<KernelEntry["bindings"][number]>({ name: text, mode: oneOf("read", "read_write") }),
  ),
  uniforms: list(
    fields<KernelEntry["uniforms"][number]>({ name: text, type: oneOf("u32", "f32") }),
  ),
});

const variant = fields<Variant>({
  target: text,
  features: list(text),
  adapters: optional(
    list(
      fields<AdapterMatch>({ vendor: text, architecture: text, device: text, description: text }),
    ),
  ),
  subgroupSize: optional(positive),
  limits: record(whole),
  chunk: positive,
  kernels: record(kernel),
  programs: record(program),
});

const weightSource = fields<WeightSource>({
  shapes: record(list(whole)),
  ranges: list(
    fields<WeightSource["ranges"][number]>({ tensor: text, firstRow: whole, rows: whole }),
  ),
  fill: optional(finite),
});

const layer = fields<LayerEntry>({
  index: whole,
  program: text,
  constants: record(finite),
  weights: record(weightSource),
  mask: oneOf("causal", "window", "prefix", "bidirectional"),
});

/** Checks the fields of a manifest, each for itself; `checkReferences` checks what they name. */
export const checkManifest: Check<Manifest> = fields<Manifest>({
  schema: oneOf(1),
  compiler: text,
  model: text,
  source: list(fields<Manifest["source"][number]>({ file: text, sha256: text })),
  hidden: positive,
  context: positive,
  layers: list(layer),
  variants: list(variant),
  tolerance: finite,
  files: record(text),
});
