import { fork } from "node:child_process";
import { once } from "node:events";

/** The child answered that it cannot do what it was asked. */
export class Refusal extends Error {}

/** The child is no more: it crashed, or was killed as it gave no answer in time. */
export class Death extends Error {}

/**
 * A process that is asked by name for what its module serves. What it does to itself, with native
 * code too, ends no other process; what it takes too long for ends it.
 * @template {import("./types.js").Served} S
 */
export class Child {
  /** @readonly */
  #process;
  #complaint = "";

  /** @param {URL} module @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
  constructor(module, args = [], env = {}) {
    this.#process = fork(module, args, {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: { ...process.env, ...env },
    });
    this.#process.stderr?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      this.#complaint = (this.#complaint + text).slice(-4000);
    });
    // A child that hangs does not notice that its parent is gone.
    process.on("exit", this.#kill);
  }

  /**
   * @template {keyof S & string} K
   * @param {K} what
   * @param {Parameters<S[K]>[0]} given
   * @param {number} ms how long it may take
   * @returns {Promise<Awaited<ReturnType<S[K]>>>}
   */
  async ask(what, given, ms) {
    const settled = new AbortController();
    const { signal } = settled;
    const late = setTimeout(() => {
      settled.abort();
    }, ms);
    try {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) throw this.#death();
      this.#process.send({ what, given });
      const told = once(this.#process, "message", { signal });
      const gone = once(this.#process, "close", { signal }).then(() => {
        throw this.#death();
      });
      const [message] = /** @type {readonly unknown[]} */ (await Promise.race([told, gone]));
      // What `serve` sends, of what the module serves.
      const reply =
        /** @type {{ readonly error: string } | { readonly answer: Awaited<ReturnType<S[K]>> }} */ (
          message
        );
      if ("error" in reply) throw new Refusal(reply.error);
      return reply.answer;
    } catch (error) {
      if (!signal.aborted) throw error;
      this.end();
      throw new Death(`No answer in ${(ms / 1000).toFixed(0)} s.`);
    } finally {
      clearTimeout(late);
      settled.abort();
    }
  }

  #death() {
    const { signalCode, exitCode } = this.#process;
    const lines = this.#complaint.trim().split("\n");
    const said = lines.findLast((line) => /error|fail|abort|lost/i.test(line)) ?? lines.at(-1);
    const how = signalCode ?? `exit code ${exitCode ?? "unknown"}`;
    return new Death(
      `The process ended with ${how}${said ? `: ${said.trim().slice(0, 200)}` : ""}.`,
    );
  }

  end() {
    process.off("exit", this.#kill);
    this.#kill();
  }

  /** @readonly */
  #kill = () => {
    this.#process.kill("SIGKILL");
  };
}

/**
 * The child's side: answers one question after the other, until the parent is gone.
 * @param {import("./types.js").Served} served
 */
export function serve(served) {
  // What comes is what `ask` took, which is typed.
  const answers = /** @type {Record<string, (given: unknown) => unknown>} */ (served);
  process.on("message", (/** @type {{ what: string; given: unknown }} */ { what, given }) => {
    void Promise.resolve(given)
      .then((value) => answers[what]?.(value))
      .then((answer) => process.send?.({ answer }))
      .catch((/** @type {unknown} */ error) => process.send?.({ error: reasonOf(error) }));
  });
  process.on("disconnect", () => process.exit());
}

/** @param {unknown} error */
export function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n").find((line) => line.trim() !== "") ?? "").trim().slice(0, 300);
}
