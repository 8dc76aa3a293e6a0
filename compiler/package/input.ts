import type { Source } from "../../grammar/span.js";
import type { CompiledLayer, CompiledVariant } from "../kernels/compiled.js";

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
  readonly layers: readonly CompiledLayer[];
  /** In order of preference. */
  readonly variants: readonly CompiledVariant[];
  /** The report of the schedule, in Markdown. */
  readonly report: string;
  readonly runtime: RuntimeBundle;
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
