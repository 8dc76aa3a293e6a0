import type { Fact, Mask } from "../../plan/plan.js";
import { ex, type Code } from "../text/code.js";
import { blockKeys } from "./key-rows.js";

/** Positions, as vectors of four keys against one query. */
export interface At {
  readonly query: Code;
  readonly key: Code;
  /** Length of the sequence's prefix. */
  readonly prefix: Code;
}

/** The queries of one tile, and what they may see. */
export interface Queries {
  readonly first: Code;
  readonly last: Code;
  /** Keys in the cache of this sequence. */
  readonly keys: Code;
  readonly prefix: Code;
}

export interface MaskPiece {
  /** Whether keys (vec4u) are visible to a query (vec4u); keys past the end are masked apart. */
  visible(at: At): Code;
  /**
   * The keys from `begin`, a multiple of `blockKeys`, up to `end` hold all that any query of the
   * tile sees.
   */
  begin(queries: Queries): Code;
  end(queries: Queries): Code;
}

const causalEnd = ({ last, keys }: Queries): Code => ex`min(${last} + 1u, ${keys})`;

/** What a mask adds to the text of a kernel (language.md, section 4). */
export function maskPiece(mask: Fact<Mask>): MaskPiece {
  const { value } = mask;
  switch (value.kind) {
    case "causal":
      return {
        visible: ({ query, key }) => ex`${key} <= ${query}`,
        begin: () => ex`0u`,
        end: causalEnd,
      };
    case "window": {
      const keys = { ...mask, value: value.keys };
      return {
        visible: ({ query, key }) => ex`(${key} <= ${query}) & (${query} < ${key} + ${keys}u)`,
        begin: ({ first }) => ex`(max(${first} + 1u, ${keys}u) - ${keys}u) & ~${blockKeys - 1}u`,
        end: causalEnd,
      };
    }
    case "prefix":
      return {
        visible: ({ query, key, prefix }) => ex`(${key} <= ${query}) | (${key} < ${prefix})`,
        begin: () => ex`0u`,
        end: ({ last, keys, prefix }) => ex`min(max(${last} + 1u, ${prefix}), ${keys})`,
      };
    case "bidirectional":
      return {
        visible: ({ key }) => ex`${key} >= vec4u()`,
        begin: () => ex`0u`,
        end: ({ keys }) => keys,
      };
  }
}
