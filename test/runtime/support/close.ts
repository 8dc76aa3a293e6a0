import { expect } from "vitest";

/** Numbers agree to four digits after the point. */
export function expectClose(actual: Float32Array, expected: Float32Array): void {
  expect(actual.length).toBe(expected.length);
  const worst = actual.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - (expected[i] ?? NaN))),
    0,
  );
  expect(worst).toBeLessThan(5e-5);
}

/** The arrays one after the other. */
export function joined(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}
