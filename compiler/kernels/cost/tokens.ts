const TOKEN =
  /0x[0-9a-f]+u?|\d+(?:\.\d*)?(?:e[-+]?\d+)?[uif]?|[A-Za-z_]\w*|(?:<<|>>)=|[-+*/%&|]=|[<>=!]=|<<|>>|\+\+|->|[{}()[\];:,.<>=+\-*/%&|@~!]/gy;

/** The tokens of a kernel's text one after the other. */
export class Tokens {
  readonly #all: readonly string[];
  #at = 0;

  constructor(text: string) {
    const all: string[] = [];
    const pattern = new RegExp(TOKEN);
    for (let at = 0; at < text.length; at = pattern.lastIndex) {
      pattern.lastIndex = at;
      const [token] = pattern.exec(text) ?? [];
      if (token === undefined) {
        if (!/\s/.test(text.charAt(at))) throw new Error(`a kernel has ${text.slice(at, at + 20)}`);
        pattern.lastIndex = at + 1;
      } else all.push(token);
    }
    this.#all = all;
  }

  get done(): boolean {
    return this.#at >= this.#all.length;
  }

  peek(ahead = 0): string {
    return this.#all[this.#at + ahead] ?? "";
  }

  next(): string {
    const token = this.peek();
    this.#at++;
    return token;
  }

  /** Takes the token if it is the next one. */
  take(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#at++;
    return true;
  }

  expect(token: string): void {
    const found = this.next();
    if (found !== token) throw new Error(`a kernel has ${found} where ${token} was expected`);
  }

  /** Passes over everything up to the token, and that one. */
  skipTo(token: string): void {
    while (!this.done && this.next() !== token);
  }
}
