import type { Session, Weights } from "../../runtime/index.js";

/** What a layer is run on: one sequence, all but the last `steps` tokens of it as a prompt. */
export interface Work {
  /** [token, hidden]. */
  readonly x: Float32Array;
  readonly steps: number;
  /** First tokens that all see, of a mask with a prefix; 0 for other masks. */
  readonly prefix: number;
}

/** The output, and how long each part took on the clock, copies to and from the device included. */
export interface Timed {
  readonly y: Float32Array;
  readonly loadMs: number;
  /** A short call before the others: drivers finish kernels when these first run. */
  readonly warmUpMs: number;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

/** Loads a layer, prefills a prompt and decodes the rest of the tokens one by one. */
export async function runLayer(
  session: Session,
  index: number,
  weights: Weights,
  { x, steps, prefix }: Work,
): Promise<Timed> {
  const { hidden } = session.manifest;
  const tokens = x.length / hidden;
  const start = performance.now();
  const layer = await session.layer(index, weights);
  const loaded = performance.now();
  const cache = layer.cache({ sequences: 1, capacity: tokens });
  const prompt = (tokens - steps) * hidden;
  const call = prefix > 0 ? { prefix: [prefix] } : {};
  await layer.prefill(x.subarray(0, prompt), cache, call);
  if (steps > 0) await layer.decode(x.subarray(prompt, prompt + hidden), cache);
  cache.reset();
  const warm = performance.now();
  const y = new Float32Array(x.length);
  y.set(await layer.prefill(x.subarray(0, prompt), cache, call));
  const prefilled = performance.now();
  for (let at = prompt; at < x.length; at += hidden) {
    y.set(await layer.decode(x.subarray(at, at + hidden), cache), at);
  }
  const decoded = performance.now();
  cache.destroy();
  layer.destroy();
  return {
    y,
    loadMs: loaded - start,
    warmUpMs: warm - loaded,
    prefillMs: prefilled - warm,
    decodeMs: decoded - prefilled,
  };
}
