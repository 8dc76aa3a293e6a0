import { fork, type ChildProcess } from "node:child_process";
import type { Answer, Question } from "./job.js";

/** How long the process may take to open the adapter. */
const OPENING_MS = 30_000;

/**
 * A process that runs candidates, so that one whose kernels a driver does not finish can be ended:
 * nothing else stops a driver. The next question starts a new one.
 */
export class Lab {
  readonly #command: readonly [module: string, ...args: string[]];
  #child: ChildProcess | undefined;

  /** The module that serves, with its arguments. */
  constructor(...command: readonly [module: string, ...args: string[]]) {
    this.#command = command;
  }

  /** Whether what was prepared is still there. */
  get running(): boolean {
    return this.#child !== undefined;
  }

  /** The answer; `undefined` where it took longer than allowed, and the process was ended. */
  async ask(question: Question, limitMs: number): Promise<Answer | undefined> {
    const child = this.#child ?? (await this.#start());
    const answer = this.#next(child, limitMs);
    child.send(question);
    return answer;
  }

  close(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const [module, ...args] = this.#command;
    const child = fork(module, args, { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    this.#child = child;
    const opened = await this.#next(child, OPENING_MS);
    if (opened?.answer === "forgotten") return child;
    throw new Error(opened?.answer === "failed" ? opened.reason : "the adapter does not open");
  }

  #next(child: ChildProcess, limitMs: number): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        child.off("message", onMessage).off("exit", onExit);
        if (answer === undefined || answer.answer === "failed") this.close();
        resolve(answer);
      };
      const timer = setTimeout(() => settle(undefined), limitMs);
      const onMessage = (answer: Answer): void => settle(answer);
      const onExit = (): void => settle({ answer: "failed", reason: "its process ended" });
      child.on("message", onMessage).on("exit", onExit);
    });
  }
}
