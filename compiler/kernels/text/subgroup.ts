import { ex, wgsl, type Code } from "./code.js";

/** What another lane of the subgroup holds. */
export function shuffle(value: Code, from: Code): Code {
  return ex`subgroupShuffle(${value}, ${from})`;
}

/**
 * The sum, or the maximum, of a variable over lanes whose numbers differ in the bits from `least` to
 * below `most`, powers of two: all of them then hold it.
 */
export function butterfly(how: "sum" | "max", variable: Code, least: number, most: number): Code {
  const steps: Code[] = [];
  for (let step = least; step < most; step *= 2) {
    const other = ex`subgroupShuffleXor(${variable}, ${step}u)`;
    steps.push(
      how === "sum"
        ? wgsl`${variable} += ${other};`
        : wgsl`${variable} = max(${variable}, ${other});`,
    );
  }
  return wgsl`${steps}`;
}
