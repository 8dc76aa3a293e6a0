import { createHash } from "node:crypto";
import type {
  KernelEntry,
  LayerEntry,
  Manifest,
  Phases,
  Program,
  Step,
  TensorEntry,
  Variant,
} from "../../../runtime/manifest.js";
import type { PackageReader } from "../../../runtime/package/package.js";
import { TINY_KERNELS } from "./tiny-kernels.js";

export const HIDDEN = 4;
/** Units of a slot and their width: HIDDEN numbers each, so that y can take them up. */
export const UNITS = 2;
const CONTEXT = 64;
export const FREQUENCY = 0.5;
export const GAIN = 2;

const tensors: Readonly<Record<string, TensorEntry>> = {
  x: { role: "input", format: "f32", shape: ["rows", HIDDEN] },
  y: { role: "output", format: "f32", shape: ["rows", HIDDEN] },
  w: { role: "weight", format: "f32", shape: [UNITS * HIDDEN, HIDDEN] },
  bias: { role: "weight", format: "bf16", shape: [HIDDEN] },
  offset: { role: "derived", format: "f32", shape: [HIDDEN] },
  k: { role: "scratch", format: "f32", shape: ["rows", UNITS * HIDDEN] },
  cached: { role: "cache", format: "f32", shape: ["block", HIDDEN], unitsPerBlock: UNITS },
  places: { role: "places", format: "u32", shape: ["rows", 2] },
  sequences: {
    role: "sequences",
    format: "u32",
    shape: ["sequences", ["add", 8, ["ceilDiv", "capacity", "block"]]],
  },
  angles: {
    role: "angles",
    format: "f32",
    shape: ["rows", 1, 2],
    frequencies: [FREQUENCY],
    gain: GAIN,
  },
};

const cacheSizes = {
  units: UNITS,
  width: HIDDEN,
  block: "block",
  pair_units: "pair_units",
};
const segment = { segment_first: "segment_first", segment_count: "segment_count" };

const phases: Phases = {
  keys: [
    {
      kernel: "project",
      tensors: { input: "x", weight: "w", output: "k" },
      uniforms: { inputs: HIDDEN, outputs: UNITS * HIDDEN, segment_first: "segment_first" },
      grid: ["segment_count", "rows", 1],
      over: "w",
      label: "tiny.gda:0-1",
    },
    {
      kernel: "append",
      tensors: { keys: "k", places: "places", cached: "cached" },
      uniforms: { ...segment, ...cacheSizes },
      grid: [UNITS * HIDDEN, "rows", 1],
      over: "cached",
      label: "tiny.gda:1-2",
    },
  ],
  queries: [
    {
      kernel: "start",
      tensors: { input: "x", angles: "angles", offset: "offset", output: "y" },
      uniforms: { shift: "shift", inputs: HIDDEN },
      grid: [HIDDEN, "rows", 1],
      label: "tiny.gda:2-3",
    },
    {
      kernel: "gather",
      tensors: { sequences: "sequences", cached: "cached", output: "y" },
      uniforms: {
        sequences: "sequences",
        ...segment,
        ...cacheSizes,
        block_shift: "block_shift",
        everything: "everything",
      },
      grid: [HIDDEN, "rows", 1],
      over: "cached",
      label: "tiny.gda:3-4",
    },
  ],
};

const load: readonly Step[] = [
  {
    kernel: "double",
    tensors: { bias: "bias", offset: "offset" },
    uniforms: {},
    grid: [HIDDEN, 1, 1],
    label: "tiny.gda:4-5",
  },
];

const program: Program = { tensors, load, prefill: phases, few: phases, decode: phases };

const bindings: Readonly<Record<keyof typeof TINY_KERNELS, string>> = {
  project: "input weight +output",
  append: "keys places +cached",
  start: "input angles offset +output",
  gather: "sequences cached +output",
  double: "bias +offset",
};

/** Bindings with a plus sign are written. */
function kernelEntry(name: string, code: string, names: string): KernelEntry {
  const struct = /struct Uniforms \{([^}]*)\}/.exec(code)?.[1] ?? "";
  return {
    file: `kernels/tiny/${name}.wgsl`,
    map: `kernels/tiny/${name}.map.json`,
    workgroup: 1,
    workgroupBytes: 0,
    bindings: names
      .split(" ")
      .map((binding) =>
        binding.startsWith("+")
          ? { name: binding.slice(1), mode: "read_write" }
          : { name: binding, mode: "read" },
      ),
    uniforms: [...struct.matchAll(/(\w+): (u32|f32),/g)].map(([, field = "", type]) => ({
      name: field,
      type: type === "f32" ? "f32" : "u32",
    })),
  };
}

export const tinyVariant: Variant = {
  target: "tiny",
  features: [],
  limits: {},
  chunk: 8,
  kernels: Object.fromEntries(
    Object.entries(TINY_KERNELS).map(([name, code]) => [
      name,
      kernelEntry(name, code, Object.entries(bindings).find(([key]) => key === name)?.[1] ?? ""),
    ]),
  ),
  programs: { tiny: program },
};

function layer(index: number, mask: LayerEntry["mask"]): LayerEntry {
  return {
    index,
    program: "tiny",
    constants: { shift: index + 0.25, everything: mask === "bidirectional" ? 1 : 0 },
    weights: {
      // The two units come from two tensors, the second of which is twice as long as is needed.
      w: {
        shapes: { [`${index}.a`]: [HIDDEN, HIDDEN], [`${index}.b`]: [2 * HIDDEN, HIDDEN] },
        ranges: [
          { tensor: `${index}.a`, firstRow: 0, rows: HIDDEN },
          { tensor: `${index}.b`, firstRow: HIDDEN, rows: HIDDEN },
        ],
      },
      bias: {
        shapes: { [`${index}.bias`]: [HIDDEN] },
        ranges: [{ tensor: `${index}.bias`, firstRow: 0, rows: HIDDEN }],
      },
    },
    mask,
  };
}

export const MASKS = ["causal", "bidirectional", "prefix"] as const;

const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TINY_KERNELS).flatMap(([name, code]) => [
    [`kernels/tiny/${name}.wgsl`, code],
    [`kernels/tiny/${name}.map.json`, "{}\n"],
  ]),
);

/** Layers 0, 1 and 2 are causal, bidirectional and with a prefix. */
export const tinyManifest: Manifest = {
  schema: 1,
  compiler: "0.0.0",
  model: "Tiny",
  source: [{ file: "tiny.gda", sha256: "0" }],
  hidden: HIDDEN,
  context: CONTEXT,
  layers: MASKS.map((mask, index) => layer(index, mask)),
  variants: [tinyVariant],
  tolerance: 1e-5,
  files: Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      createHash("sha256").update(text).digest("hex"),
    ]),
  ),
};

/** Reads the tiny package, with other files in place of some of its own. */
export function tinyReader(
  manifest: Manifest = tinyManifest,
  changed: Readonly<Record<string, string>> = {},
): PackageReader {
  const all: Readonly<Record<string, string>> = {
    "manifest.json": JSON.stringify(manifest),
    ...files,
    ...changed,
  };
  return (path) => {
    const text = all[path];
    return text === undefined
      ? Promise.reject(new Error("no such file"))
      : Promise.resolve(new TextEncoder().encode(text));
  };
}
