const TOKEN =
  /[A-Za-z_]\w*|0x[0-9a-f]+u?|\d+(?:\.\d*)?(?:e[-+]?\d+)?[uif]?|(?:<<|>>)=|[-+*/%&|]=|[<>=!]=|<<|>>|\+\+|->|[{}()[\];:,.<>=+\-*/%&|@~!]/g;

/** No token begins with it. */
const STRANGE = /[^\s\w{}()[\];:,.<>=+\-*/%&|@~!]/;

/** The tokens of a kernel's text one after the other. */
export class Tokens {
  readonly #all: readonly string[];
  #at = 0;

  constructor(text: string) {
    const strange = text.search(STRANGE);
    if (strange >= 0) throw new Error(`a kernel has ${text.slice(strange, strange + 20)}`);
    this.#all = text.match(TOKEN) ?? [];
  }

  get done(): boolean {
    return this.#at >= this.#all.length;
  }

  peek(): string {
    return this.#all[this.#at] ?? "";
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
