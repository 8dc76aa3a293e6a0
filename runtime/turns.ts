/** Lets one thing run at a time, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #open = 0;

  /** Whether something runs or waits. */
  get busy(): boolean {
    return this.#open > 0;
  }

  /** Runs `act` when all that was asked for before is over, whether it went well or not. */
  async take<T>(act: () => Promise<T>): Promise<T> {
    this.#open++;
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#open--;
    }
  }
}
