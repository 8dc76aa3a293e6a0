import { test } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open } from "../../../runtime/index.js";
import type { Manifest } from "../../../runtime/manifest.js";
import { expectClose } from "../../runtime/support/close.js";
import {
  HIDDEN,
  tinyManifest,
  tinyReader,
  tinyVariant,
} from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

/** The tiny package with chunks of so many rows: one workgroup for each row and column. */
function withChunk(chunk: number): Manifest {
  return { ...tinyManifest, context: 100, variants: [{ ...tinyVariant, chunk }] };
}

test("more than 65,535 workgroups are folded into two dimensions", async () => {
  const [sequences, length] = [90, 100];
  const rows = sequences * length;
  const session = await open(tinyReader(withChunk(rows)), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const x = numbers(rows * HIDDEN, 5);
  const cache = layer.cache({ sequences, capacity: length });
  const y = await layer.prefill(x, cache, { rows: cache.lengths.map(() => length) });
  for (let i = 0; i < sequences; i++) {
    const part = (array: Float32Array): Float32Array =>
      array.subarray(i * length * HIDDEN, (i + 1) * length * HIDDEN);
    expectClose(part(y), tinyReference(0, part(x)));
  }
  session.close();
});
