import type { Need } from "../device/pool.js";
import { BufferUsage } from "../device/usage.js";
import type { Program, Step, TensorEntry } from "../manifest.js";
import { bufferBytes, elements, type Symbols } from "../size.js";
import type { PassSymbols } from "./bound.js";

/** Roles whose tensors last only for a pass and come from the pool. */
const PASSING: readonly TensorEntry["role"][] = [
  "input",
  "output",
  "residual",
  "scratch",
  "angles",
  "places",
  "sequences",
];

/** A tensor of the pool. */
export interface PassingTensor {
  readonly tensor: TensorEntry;
  /** What it is called in the pool: alike in all programs that give it the same name and role. */
  readonly pooled: string;
}

/** The tensors of the pool that some steps bind. */
export function passingTensors(program: Program, steps: readonly Step[]): readonly PassingTensor[] {
  const bound = new Set(steps.flatMap((step) => Object.values(step.tensors)));
  return Object.entries(program.tensors)
    .filter(([name, { role }]) => bound.has(name) && PASSING.includes(role))
    .map(([name, tensor]) => ({ tensor, pooled: poolName(name, tensor) }));
}

export function poolName(name: string, { role }: TensorEntry): string {
  return `${role} ${name}`;
}

/** The symbols that the sizes of buffers depend on. */
export type RoomSymbols = Omit<PassSymbols, "most_keys">;

/**
 * The buffers of the pool that some steps need. They are made as if the cache were full, so that none
 * is too small when it fills up, and steps of a decode all need the same.
 */
export class Room {
  readonly #tensors: readonly PassingTensor[];
  readonly #known: Symbols;
  #last: { readonly symbols: RoomSymbols; readonly needs: readonly Need[] } | undefined;

  /** `known` are the symbols that stay. */
  constructor(tensors: readonly PassingTensor[], known: Symbols) {
    this.#tensors = tensors;
    this.#known = known;
  }

  /** The same array as before for the same symbols. */
  needs(symbols: RoomSymbols): readonly Need[] {
    if (this.#last !== undefined && alike(this.#last.symbols, symbols)) return this.#last.needs;
    const all = { ...this.#known, ...symbols, most_keys: this.#known["capacity"] ?? 0 };
    const needs = this.#tensors.map(({ tensor, pooled }) => ({
      name: pooled,
      bytes: bufferBytes(tensor.format, elements(tensor.shape, all)),
      usage: BufferUsage.storage,
    }));
    this.#last = { symbols, needs };
    return needs;
  }
}

function alike(a: RoomSymbols, b: RoomSymbols): boolean {
  return (
    a.rows === b.rows &&
    a.sequences === b.sequences &&
    a.most_rows === b.most_rows &&
    a.residual === b.residual
  );
}
