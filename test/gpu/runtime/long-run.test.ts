import { expect, it } from "vitest";
import { machines } from "../../support/kernels.js";
import { longRun } from "../../support/long-run.js";

/** The short form of test/fuzz/long-run.test.ts. */
it("steps over caches that come and go leave nothing behind, also on a second device", async () => {
  const [machine] = await machines();
  if (machine === undefined) throw new Error("no machine");
  const { samples, left, ...counts } = await longRun(200, 10, machine);
  const [first] = samples;
  for (const { buffers, bytes } of samples) {
    expect({ buffers, bytes }).toEqual({ buffers: first?.buffers, bytes: first?.bytes });
  }
  expect(left).toBe(0);
  expect(counts.resets).toBeGreaterThan(0);
  expect(counts.encoded).toBeGreaterThan(0);
  expect(counts.compared).toBeGreaterThan(20);
  expect(counts.largest).toBeLessThan(3e-4);
});
