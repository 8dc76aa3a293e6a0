import fc from "fast-check";
import { expect, test } from "vitest";
import { spread } from "../../compiler/tune/runner.js";

test("a sample leaves no longer gap than it must, not even at the end", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 500 }), (n, most) => {
      const sample = spread(
        Float32Array.from({ length: n }, (_, i) => i),
        most,
      );
      expect(sample.length).toBe(Math.min(n, most));
      const gap = Math.ceil(n / sample.length);
      for (const [i, value] of [...sample, n].entries()) {
        expect(value - (sample[i - 1] ?? -1)).toBeLessThanOrEqual(gap);
        expect(value).toBeGreaterThan(sample[i - 1] ?? -1);
      }
    }),
  );
});
