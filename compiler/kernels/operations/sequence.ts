import { wgsl, type Code } from "../text/code.js";
import type { Scope } from "../text/scope.js";

/** Names the fields of a sequence's entry in the `sequences` table (runtime/manifest.ts). */
export function sequence<T extends string>(k: Scope<T | "sequences">, index: Code): Code {
  const field = (i: number): Code => k.at("sequences", wgsl`${index} * 8u + ${i}u`);
  return wgsl`let first_row = ${field(0)};
let rows = ${field(1)};
let position = ${field(2)};
let table = ${field(3)};
let keys = ${field(4)};
let prefix = ${field(5)};`;
}
