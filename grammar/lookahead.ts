import { LLkLookaheadStrategy, type ILookaheadStrategy } from "chevrotain";

type Alternation = Parameters<ILookaheadStrategy["buildLookaheadForAlternation"]>[0];
type Optional = Parameters<ILookaheadStrategy["buildLookaheadForOptional"]>[0];

/**
 * Chevrotain's lookahead, but each choice of the grammar worked out when a file first comes to it:
 * to do so for all takes longer than to read a file.
 */
export class Lookahead extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation(
    options: Alternation,
  ): ReturnType<ILookaheadStrategy["buildLookaheadForAlternation"]> {
    const build = once(() => super.buildLookaheadForAlternation(options));
    return function (this: unknown, alternatives) {
      return build().call(this, alternatives);
    };
  }

  override buildLookaheadForOptional(
    options: Optional,
  ): ReturnType<ILookaheadStrategy["buildLookaheadForOptional"]> {
    const build = once(() => super.buildLookaheadForOptional(options));
    return function (this: unknown) {
      return build().call(this);
    };
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
