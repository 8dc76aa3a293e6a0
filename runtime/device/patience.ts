/** The parts of Node that are used; a browser has only the clock. */
interface Scope {
  readonly performance: Performance;
  readonly process?: { readonly release?: { readonly name?: string } };
  readonly setImmediate?: (callback: () => void) => unknown;
}

const scope: Scope = globalThis;
const turn = scope.process?.release?.name === "node" ? scope.setImmediate : undefined;

/** Lets all be served that waits on the event loop, in the midst of long work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    if (turn !== undefined) {
      turn(resolve);
      return;
    }
    // No timer: a page in the background gets one a second.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Results that come sooner are not worth a nap. */
const SOON_MS = 0.1;

/** A nap is this part of the time waited so far, and never longer than the event loop can spare. */
const PART = 1 / 8;
const LONGEST_MS = 1;

/**
 * Waits for a promise of WebGPU. In Node, Dawn's bindings turn the event loop without a pause as long
 * as a promise of theirs is open, which takes a whole core: where the adapter is the CPU, from the
 * kernels. So every turn takes a nap, and all that waits on the event loop is served in between.
 */
export async function patiently<T>(promise: Promise<T>): Promise<T> {
  if (turn === undefined) return promise;
  const wait = { over: false };
  const end = (): void => {
    wait.over = true;
  };
  promise.then(end, end);
  const start = performance.now();
  const bed = new Int32Array(new SharedArrayBuffer(4));
  while (!wait.over) {
    const waited = performance.now() - start;
    if (waited > SOON_MS) Atomics.wait(bed, 0, 0, Math.min(LONGEST_MS, waited * PART));
    await new Promise<void>((resolve) => {
      turn(resolve);
    });
  }
  return promise;
}
