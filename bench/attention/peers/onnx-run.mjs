/** @typedef {import("onnxruntime-node").Tensor} Tensor */

/**
 * Runs a session on its inputs and brings the heads back; other outputs lie in the buffers of inputs.
 * @param {{ readonly run: (feeds: Readonly<Record<string, Tensor>>, fetches: Readonly<Record<string, Tensor | null>>) => Promise<Readonly<Record<string, Tensor>>> }} session
 * @param {Readonly<Record<string, Tensor>>} feeds
 * @param {Readonly<Record<string, string>>} inPlace
 * @returns {() => Promise<Float32Array>}
 */
export function runOf(session, feeds, inPlace) {
  /** @type {Record<string, Tensor | null>} */
  const fetches = { heads: null };
  for (const [output, input] of Object.entries(inPlace)) fetches[output] = feeds[input] ?? null;
  return async () => {
    const { heads } = await session.run(feeds, fetches);
    const data = await heads?.getData();
    heads?.dispose();
    if (!(data instanceof Float32Array)) throw new Error("no float32 output");
    return data;
  };
}
