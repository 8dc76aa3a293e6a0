import type { Workspace } from "../device/workspace.js";
import type { LoadedLayer } from "../load.js";
import type { Phases } from "../manifest.js";
import type { Segments } from "../segments.js";
import type { Symbols } from "../size.js";
import type { PassSymbols } from "./bound.js";
import { chunkSymbols, type Chunk } from "./chunks.js";
import { Steps } from "./steps.js";

/** Steps that go over one chunk, with nothing in between. */
export interface Pass {
  readonly chunk: Chunk;
  readonly steps: Steps;
  readonly symbols: PassSymbols;
}

export function passOver(chunk: Chunk, steps: Steps, residual: 0 | 1): Pass {
  return { chunk, steps, symbols: { ...chunkSymbols(chunk), residual } };
}

/** One way to run a layer, whole or by phase. */
export class StepLists {
  /** Both phases, for a call of one chunk. */
  readonly all: Steps;
  readonly #keys: Steps;
  readonly #queries: Steps;

  /** `known` are the symbols of the layer and its cache that stay. */
  constructor(
    workspace: Workspace,
    layer: LoadedLayer,
    cache: Segments,
    phases: Phases,
    known: Symbols,
  ) {
    const { program, kernels } = layer;
    const fixed = new Map([...layer.tensors, ...cache]);
    const make = (steps: Phases["keys"]): Steps =>
      new Steps(workspace, program, steps, kernels, fixed, known);
    this.all = make([...phases.keys, ...phases.queries]);
    this.#keys = make(phases.keys);
    this.#queries = make(phases.queries);
  }

  /** Keys of every chunk come before queries of any: a query may see each key of the call. */
  passes(chunks: readonly Chunk[], residual: 0 | 1): readonly Pass[] {
    const [first, ...others] = chunks;
    if (first !== undefined && others.length === 0) return [passOver(first, this.all, residual)];
    return [this.#keys, this.#queries]
      .filter((steps) => steps.dispatched.length > 0)
      .flatMap((steps) => chunks.map((chunk) => passOver(chunk, steps, residual)));
  }
}
