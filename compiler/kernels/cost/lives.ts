/**
 * How many f32 values are alive at once, at most: each from its declaration to its last use, and
 * through the whole of a loop that uses it and does not declare it.
 */
export class Lives {
  readonly #variables: { readonly floats: number; readonly from: number; to: number }[] = [];
  readonly #loops: { readonly from: number; readonly used: Set<number> }[] = [];
  #now = 0;

  /** Gives a handle on the variable, for its uses. */
  declare(floats: number): number {
    this.#now++;
    this.#variables.push({ floats, from: this.#now, to: this.#now });
    return this.#variables.length - 1;
  }

  use(handle: number): void {
    const variable = this.#variables[handle];
    if (variable === undefined) return;
    this.#now++;
    variable.to = this.#now;
    const outermost = this.#loops.find((loop) => loop.from > variable.from);
    outermost?.used.add(handle);
  }

  enterLoop(): void {
    this.#now++;
    this.#loops.push({ from: this.#now, used: new Set() });
  }

  leaveLoop(): void {
    this.#now++;
    for (const handle of this.#loops.pop()?.used ?? []) {
      const variable = this.#variables[handle];
      if (variable) variable.to = this.#now;
    }
  }

  get most(): number {
    const changes = this.#variables.flatMap(({ floats, from, to }) => [
      { at: from, by: floats },
      { at: to + 0.5, by: -floats },
    ]);
    let [alive, most] = [0, 0];
    for (const { by } of changes.toSorted((a, b) => a.at - b.at)) {
      alive += by;
      most = Math.max(most, alive);
    }
    return most;
  }
}
