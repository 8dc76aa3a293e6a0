import { Child } from "./child.mjs";

/** How long an engine may take to load and compile, and for one run. */
const PREPARE_MS = 600_000;
const RUN_MS = 90_000;

/** An engine in a process of its own, which is started when it is needed and again after it has died. */
export class Engine {
  /** @type {Child<import("./types.js").EngineProcess> | undefined} */
  #child;

  /** @param {import("./types.js").Peer} peer */
  constructor(peer) {
    this.peer = peer;
  }

  /** @param {import("./types.js").Workload} workload */
  prepare(workload) {
    this.#child ??= new Child(new URL("worker.mjs", import.meta.url), [this.peer.name]);
    return this.#child.ask("prepare", workload, PREPARE_MS);
  }

  run() {
    return this.#begun().ask("run", undefined, RUN_MS);
  }

  device() {
    return this.#begun().ask("device", undefined, RUN_MS);
  }

  close() {
    return this.#begun().ask("close", undefined, RUN_MS);
  }

  end() {
    this.#child?.end();
    this.#child = undefined;
  }

  #begun() {
    if (this.#child === undefined) throw new Error("The engine has not been started.");
    return this.#child;
  }
}
