import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Fact, GroupClass } from "../plan/plan.js";

/**
 * The head facts that one layer's `attention` states, after inheritance and `layers` blocks. The
 * first span of each fact is the place that messages point at. A ratio g:1 is the number g.
 */
export interface WrittenHeads {
  /** Totals of the layer: H, S, N, G, P, and S : N. */
  readonly heads?: Fact<number> | undefined;
  readonly signalHeads?: Fact<number> | undefined;
  readonly noiseHeads?: Fact<number> | undefined;
  readonly groups?: Fact<number> | undefined;
  readonly kvPairs?: Fact<number> | undefined;
  readonly ratio?: Fact<number> | undefined;
  /** The `group` blocks, in memory order. */
  readonly classes: readonly WrittenClass[];
}

/** One `group name[count] { … }`; the counts are of one group. */
export interface WrittenClass {
  readonly name: string | undefined;
  /** The word `group` with the name, where a message about the whole class points. */
  readonly span: SourceSpan;
  readonly count?: Fact<number> | undefined;
  readonly signal?: Fact<number> | undefined;
  readonly noise?: Fact<number> | undefined;
  readonly ratio?: Fact<number> | undefined;
  readonly kv?: Fact<number> | undefined;
}

/** A layer's heads, settled. */
export interface Heads {
  readonly classes: readonly GroupClass[];
  readonly kvPairs: Fact<number>;
}

/** The heads, or the findings that keep them from being settled. */
export type DerivedHeads =
  | { readonly heads: Heads; readonly findings: readonly [] }
  | { readonly heads: undefined; readonly findings: readonly Diagnostic[] };
