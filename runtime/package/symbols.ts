import type { LayerEntry, Size } from "../manifest.js";
import { wrong } from "./check.js";

/** Symbols that have a value in every forward call, and those of a dispatch over segments and into others. */
export const CALL_SYMBOLS = [
  "rows",
  "sequences",
  "most_rows",
  "most_keys",
  "capacity",
  "slots",
  "residual",
  "block",
  "block_shift",
  "pair_units",
] as const;
export const SEGMENT_SYMBOLS = ["segment_first", "segment_count"] as const;
export const INTO_SYMBOLS = ["into_first", "into_count"] as const;

/** Names of the constants that every one of these layers has. */
export function commonConstants(layers: readonly LayerEntry[]): readonly string[] {
  const [first, ...others] = layers.map((layer) => Object.keys(layer.constants));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

/** Throws GDA7104 where a size names a symbol that is not among the known ones. */
export function checkSymbols(size: Size, known: readonly string[], at: string): void {
  if (typeof size === "number") return;
  if (typeof size === "string") {
    if (!known.includes(size)) throw wrong(at, `uses \`${size}\`, which has no value there`);
    return;
  }
  checkSymbols(size[1], known, at);
  checkSymbols(size[2], known, at);
}
