import type { Source, SourceSpan } from "../../grammar/span.js";
import type { KernelEntry, LayerEntry, Variant } from "../../runtime/manifest.js";

/** All that a package is made of. */
export interface PackageInput {
  /** The compiler's version. */
  readonly compiler: string;
  readonly model: string;
  /** In the order in which they were read. */
  readonly sources: readonly Source[];
  readonly hidden: number;
  readonly context: number;
  readonly tolerance: number;
  readonly layers: readonly PackageLayer[];
  /** In order of preference. */
  readonly variants: readonly PackageVariant[];
  /** The report of the schedule, in Markdown. */
  readonly report: string;
  readonly runtime: RuntimeBundle;
}

/** A layer of the manifest, with the numbers that the package tells its users. */
export interface PackageLayer extends LayerEntry {
  readonly heads: LayerHeads;
}

/** Totals of a layer. */
export interface LayerHeads {
  readonly groups: number;
  readonly signal: number;
  readonly noise: number;
  readonly kvPairs: number;
  readonly headDim: number;
  readonly valueDim: number;
}

/** A variant of the manifest, before its kernels are files. */
export interface PackageVariant extends Omit<Variant, "kernels"> {
  readonly kernels: Readonly<Record<string, Omit<KernelEntry, "file" | "map">>>;
  readonly texts: readonly KernelText[];
}

/** One kernel's WGSL. */
export interface KernelText {
  readonly name: string;
  readonly wgsl: string;
  /** Spans of the spec behind each line, from line 1 on; empty where a line is no fact's. */
  readonly spans: readonly (readonly SourceSpan[])[];
}

/** The runtime as the package carries it. */
export interface RuntimeBundle {
  /** One module without imports. */
  readonly js: string;
  /** Its declaration files by path, `index.d.ts` being the entry. */
  readonly declarations: ReadonlyMap<string, string>;
}

/** Texts of a package by path, with `/` between folders, in the order of the paths. */
export type PackageFiles = ReadonlyMap<string, string>;
