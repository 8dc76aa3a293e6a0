import { expect, it } from "vitest";
import { evaluate } from "../../../compiler/reference/evaluate.js";
import { machines, openLayer } from "../../support/kernels.js";
import { fact, layerPlan } from "../../support/plans.js";
import { randomInput, randomWeights } from "../../support/random.js";
import { relativeError } from "../../support/relative.js";

/** Where f32 angles are off by 1e-3: RoPE, the cache and both phases at token position 30,000. */
it("agrees with the reference at position 30,000", async () => {
  const [machine] = await machines();
  if (machine === undefined) throw new Error("no machine");
  const [hidden, tokens] = [16, 30_002];
  const layer = layerPlan({
    classes: [{ groups: 1, signal: 2, noise: 1 }],
    headDim: 16,
    valueDim: 16,
    rope: { pairing: "half", theta: 10_000, scaling: { kind: "none" } },
    mask: { kind: "window", keys: 24 },
  });
  const weights = randomWeights(3, layer, hidden);
  const x = randomInput(3, tokens, hidden);
  const rows = [29_990, 29_999, 30_000, 30_001];
  const expected = evaluate(layer, hidden, weights, x, { rows }).y;
  const opened = await openLayer(layer, hidden, weights, machine, { context: fact(32_768) });
  const cache = opened.layer.cache({ capacity: 30_010 });
  const prompt = await opened.layer.prefill(x.subarray(0, 30_000 * hidden), cache);
  const last = [30_000, 30_001].map((t) => x.subarray(t * hidden, (t + 1) * hidden));
  const found = [
    prompt.subarray(29_990 * hidden, 29_991 * hidden),
    prompt.subarray(29_999 * hidden),
  ];
  for (const token of last) found.push(await opened.layer.decode(token, cache));
  opened.session.close();
  const y = Float32Array.from(found.flatMap((row) => [...row]));
  expect(relativeError(y, expected)).toBeLessThan(1e-5);
});
