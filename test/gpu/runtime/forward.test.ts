import { expect, test } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open } from "../../../runtime/index.js";
import { deviceWithBindings } from "../../runtime/support/small-device.js";
import { HIDDEN, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

const CAUSAL = 0;

test("one sequence, prefilled and decoded, in one segment", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(CAUSAL, tinyWeights());
  const cache = layer.cache({ capacity: 16 });
  const x = numbers(8 * HIDDEN, 5);
  const expected = tinyReference(CAUSAL, x);
  const y = await layer.prefill(x.subarray(0, 6 * HIDDEN), cache);
  close(y, expected.subarray(0, 6 * HIDDEN));
  expect(cache.lengths).toEqual([6]);
  close(await layer.decode(x.subarray(6 * HIDDEN, 7 * HIDDEN), cache), expected.subarray(6 * HIDDEN, 7 * HIDDEN));
  close(await layer.decode(x.subarray(7 * HIDDEN), cache), expected.subarray(7 * HIDDEN));
  expect(cache.lengths).toEqual([8]);
  session.close();
});

test("segments of weights and caches", async () => {
  const device = await deviceWithBindings(64);
  const session = await open(tinyReader(), { device });
  const layer = await session.layer(CAUSAL, tinyWeights());
  const cache = layer.cache({ capacity: 4, sequences: 3 });
  const x = numbers(9 * HIDDEN, 5);
  const y = await layer.prefill(x, cache, { rows: [4, 2, 3] });
  const parts = [x.subarray(0, 16), x.subarray(16, 24), x.subarray(24)];
  close(y, Float32Array.from(parts.flatMap((part) => [...tinyReference(CAUSAL, part)])));
  session.close();
});

function close(actual: Float32Array, expected: Float32Array): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i] ?? NaN, 4);
}
