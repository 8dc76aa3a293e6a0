import type { SourceSpan } from "../../grammar/span.js";
import type { KernelEntry, LayerEntry, Variant } from "../../runtime/manifest.js";

/** One kernel's WGSL. */
export interface KernelText {
  readonly name: string;
  readonly wgsl: string;
  /** Spans of the spec behind each line, from line 1 on; empty where a line is no fact's. */
  readonly spans: readonly (readonly SourceSpan[])[];
}

/** A variant of the manifest, before its kernels are files. */
export interface CompiledVariant extends Omit<Variant, "kernels"> {
  readonly kernels: Readonly<Record<string, Omit<KernelEntry, "file" | "map">>>;
  readonly texts: readonly KernelText[];
}

/** A layer of the manifest, with the numbers that a package tells its users. */
export interface CompiledLayer extends LayerEntry {
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
