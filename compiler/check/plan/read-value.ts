import type { KindType, Words } from "../../facts/type.js";
import type { Fact } from "../../plan/plan.js";
import type { Value } from "../../types/value.js";

/*
 * From values to the plan's own types. What is not there has been reported, so a reader gives
 * `undefined` and what needs it is left out of the plan.
 */

/** The same fact about another form of its value. */
export function mapFact<A, B>(
  fact: Fact<A> | undefined,
  read: (value: A) => B | undefined,
): Fact<B> | undefined {
  const value = fact && read(fact.value);
  return fact && value !== undefined ? { ...fact, value } : undefined;
}

export function numberOf(value: Value | undefined): number | undefined {
  return value && "value" in value ? value.value : undefined;
}

/** A number among the arguments of a word. */
export function numberIn(value: Value, name: string): number | undefined {
  return value.type === "kind" ? numberOf(value.args.get(name)) : undefined;
}

/** Which word of a kind a value is. */
export function wordOf<W extends Words>(
  type: KindType<W>,
  value: Value | undefined,
): Extract<keyof W, string> | undefined {
  if (value?.type !== "kind") return undefined;
  for (const word in type.words) if (word === value.word) return word;
  return undefined;
}

/** Which word of a kind an argument of a word is. */
export function wordIn<W extends Words>(
  type: KindType<W>,
  value: Value,
  name: string,
): Extract<keyof W, string> | undefined {
  return value.type === "kind" ? wordOf(type, value.args.get(name)) : undefined;
}
