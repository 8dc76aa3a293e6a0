import { expect, it } from "vitest";
import { machines } from "../support/kernels.js";
import { longRun } from "../support/long-run.js";

/**
 * 10,000 decode steps, half of them on a second device: prints what was left on the devices and in
 * the process after each twentieth, when all caches had been freed.
 */
it("decodes 10,000 steps in the memory of the first", { timeout: 0 }, async () => {
  const [machine] = await machines();
  if (machine === undefined) throw new Error("no machine");
  const { samples, left, ...counts } = await longRun(10_000, 500, machine);
  for (const { steps, buffers, bytes, resident } of samples) {
    const device = `${buffers} buffers of ${bytes} bytes`;
    process.stdout.write(`${steps} steps: ${device}, ${resident.toFixed(1)} MiB resident\n`);
  }
  process.stdout.write(`${JSON.stringify({ left, ...counts })}\n`);
  expect(left).toBe(0);
  const [first] = samples;
  for (const { buffers, bytes } of samples) {
    expect({ buffers, bytes }).toEqual({ buffers: first?.buffers, bytes: first?.bytes });
  }
  // The second device is in the samples of the second half alone.
  const half = samples.slice(samples.length / 2).map(({ resident }) => resident);
  expect((half.at(-1) ?? NaN) - (half[1] ?? NaN)).toBeLessThan(8);
  expect(counts.largest).toBeLessThan(3e-4);
});
