import type { Written } from "../check/checker.js";
import type { Copies, Fact } from "../plan/plan.js";
import type { Value } from "../types/value.js";

/** What a stage says of how it grows. */
export interface Words {
  readonly copies: Fact<Copies> | undefined;
  readonly inserted: Fact<"identity"> | undefined;
  readonly reindex: Fact<"carry" | "fold"> | undefined;
}

export function readWords(written: Written): Words {
  return {
    copies: read(written.fact("copies"), copiesOf),
    inserted: read(written.fact("inserted"), (value) =>
      wordOf(value) === "identity" ? "identity" : undefined,
    ),
    reindex: read(written.fact("reindex"), (value) => {
      const word = wordOf(value);
      return word === "carry" || word === "fold" ? word : undefined;
    }),
  };
}

function read<T>(
  fact: Fact<Value> | undefined,
  of: (value: Value) => T | undefined,
): Fact<T> | undefined {
  const value = fact && of(fact.value);
  return fact && value !== undefined ? { ...fact, value } : undefined;
}

function copiesOf(value: Value): Copies | undefined {
  if (value.type !== "kind") return undefined;
  if (value.word === "tile") return { kind: "tile" };
  const [snr, seed] = [value.args.get("snr"), value.args.get("seed")];
  return snr?.type === "decibel" && seed?.type === "int"
    ? { kind: "hyperclone", snr: snr.value, seed: seed.value }
    : undefined;
}

function wordOf(value: Value): string | undefined {
  return value.type === "kind" ? value.word : undefined;
}
