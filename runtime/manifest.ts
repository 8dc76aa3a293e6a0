/**
 * The manifest of a kernel package: all that the runtime sees. It is data alone: the runtime
 * evaluates sizes, makes buffers and dispatches kernels, and knows nothing about attention heads.
 */

/**
 * A number, a symbol, or arithmetic on them. Symbols of a forward call: `rows` (tokens of this
 * chunk over all sequences), `sequences`, `most_rows` and `most_keys` (the largest of any sequence
 * in this chunk), `capacity` (tokens that one cache slot holds), `slots`, `residual` (1 where the call
 * brings rows to add to y, else 0); of the cache: `block`, `block_shift` and `pair_units` (see
 * `TensorEntry`); of a dispatch per segment: `segment_first` and `segment_count` (rows of a weight,
 * units of a cache), and `into_first` and `into_count` (units of a cache that it writes into); and the
 * constants of the layer by their names.
 */
export type Size =
  number | string | readonly ["add" | "mul" | "ceilDiv" | "min" | "max", Size, Size];

/**
 * How numbers lie in a buffer. A cache of `i8` has one byte each, four in a u32, and its width counts
 * the bytes of the scales that follow the values of a row. Weights of `i8` and `i4` have a scale for
 * each `block`, as `weights/scaled.ts` lays them out.
 */
export type Format = "f32" | "f16" | "bf16" | "i8" | "i4" | "u32";

export interface Manifest {
  readonly schema: 1;
  /** The compiler's version. */
  readonly compiler: string;
  readonly model: string;
  /** The spec's files, in the order in which they were read. */
  readonly source: readonly { readonly file: string; readonly sha256: string }[];
  readonly hidden: number;
  readonly context: number;
  readonly layers: readonly LayerEntry[];
  /** In order of preference; the runtime takes the first that the adapter can run, and says which. */
  readonly variants: readonly Variant[];
  /** Relative error ‖out − reference‖ / ‖reference‖ that the kernels are held to. */
  readonly tolerance: number;
  /** SHA-256 of every other file of the package, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface LayerEntry {
  readonly index: number;
  /** Key into each variant's `programs`. */
  readonly program: string;
  /** Numbers that differ between layers of one program, such as `lambda_init`. */
  readonly constants: Readonly<Record<string, number>>;
  /** For each tensor of role `weight`: where its rows are in a checkpoint. */
  readonly weights: Readonly<Record<string, WeightSource>>;
  /** Heads, pairs and dims for typed wrappers and reports. */
  readonly mask: "causal" | "window" | "prefix" | "bidirectional";
}

/** Rows of a weight, in the order in which the kernels read them, as ranges of checkpoint tensors. */
export interface WeightSource {
  /** Shape of the whole checkpoint tensor, for each name in `ranges`. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  readonly ranges: readonly {
    readonly tensor: string;
    readonly firstRow: number;
    readonly rows: number;
  }[];
  /** No checkpoint tensor: every value is this one. */
  readonly fill?: number;
}

export interface Variant {
  /** The target that it was made for, such as `portable`. */
  readonly target: string;
  readonly features: readonly string[];
  /** The adapters that it was tuned on, and that alone run it; absent where any may. */
  readonly adapters?: readonly AdapterMatch[];
  /** The size that its kernels were written for; absent where they use no subgroup. */
  readonly subgroupSize?: number;
  /** WebGPU's camel-case names; only those above the guaranteed ones. */
  readonly limits: Readonly<Record<string, number>>;
  /** Largest number of tokens that one pass over the scratch tensors takes. */
  readonly chunk: number;
  readonly kernels: Readonly<Record<string, KernelEntry>>;
  readonly programs: Readonly<Record<string, Program>>;
}

/** An adapter, in the words of WebGPU's `GPUAdapterInfo`. */
export interface AdapterMatch {
  readonly vendor: string;
  readonly architecture: string;
  /** Browsers mostly leave these two empty, and then they say nothing. */
  readonly device: string;
  readonly description: string;
}

export interface KernelEntry {
  /** Path of the WGSL file, entry point `main`. */
  readonly file: string;
  /** Path of the line map from that file to the spec. */
  readonly map: string;
  readonly workgroup: number;
  readonly workgroupBytes: number;
  /** In binding order from 0, all in group 0. */
  readonly bindings: readonly { readonly name: string; readonly mode: "read" | "read_write" }[];
  /** One uniform buffer after the bindings, 4 bytes each in this order, padded to 16. */
  readonly uniforms: readonly { readonly name: string; readonly type: "u32" | "f32" }[];
}

/** What one layer runs. Layers alike share a program. */
export interface Program {
  readonly tensors: Readonly<Record<string, TensorEntry>>;
  /** Once, when the weights are there: fills tensors of role `derived`. */
  readonly load: readonly Step[];
  /** For calls with more than one token in a sequence. */
  readonly prefill: Phases;
  /** For calls with at most eight tokens in each sequence, after others that are cached. */
  readonly few: Phases;
  /** For calls with one token in each sequence. */
  readonly decode: Phases;
}

/** `keys` runs for every chunk before `queries` runs for any: a query may see any key of the call. */
export interface Phases {
  readonly keys: readonly Step[];
  readonly queries: readonly Step[];
}

/**
 * A cache lies in blocks of `block` tokens, a power of two or a slot's whole capacity: the key at
 * position p of a sequence is row p − i·`block` of the sequence's block i = p >> `block_shift`. In
 * each tensor of role `cache` a block has `unitsPerBlock` units of [block, width], one for every KV
 * pair, `pair_units` units apart. All units of a sequence and a pair lie in one segment.
 */
export interface TensorEntry {
  readonly role:
    | "input"
    | "output"
    /** Rows that a call may bring for y to be added to. */
    | "residual"
    /** From the checkpoint, in segments of whole rows, each within one binding. */
    | "weight"
    /** Filled by `load` steps, kept with the weights. */
    | "derived"
    /** Units of [block, width], in segments of whole units. */
    | "cache"
    /** Kept only within a chunk and shared between layers. */
    | "scratch"
    /** Made by the runtime for each chunk: see `tables.ts`. */
    | "angles"
    | "places"
    | "sequences";
  readonly format: Format;
  /** Of a weight in whole numbers: neighbouring columns that share a scale. */
  readonly block?: number;
  /** A weight's first axis is its rows; a cache's shape is that of one unit. */
  readonly shape: readonly Size[];
  /** Of a weight: so many neighbouring rows are in one segment, as those of a head. */
  readonly together?: number;
  /** Of a cache. */
  readonly unitsPerBlock?: number;
  /** Of an angle table: radians per position, one a rotated pair, and the gain on cos and sin. */
  readonly frequencies?: readonly number[];
  readonly gain?: number;
}

/** One kernel's dispatch. */
export interface Step {
  readonly kernel: string;
  /** Kernel binding → tensor of the program. */
  readonly tensors: Readonly<Record<string, string>>;
  readonly uniforms: Readonly<Record<string, Size>>;
  /** Workgroups; the product is laid out in x and y, folded at 65,535. */
  readonly grid: readonly [Size, Size, Size];
  /** Dispatch once for each segment of this tensor (caches of one program are segmented alike). */
  readonly over?: string;
  /** And, of a step over a weight, for each segment of this cache. */
  readonly into?: string;
  /** Spans of the spec, as `file:start-end`, that this step stands for. */
  readonly label: string;
}
