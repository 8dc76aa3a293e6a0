import { expect } from "vitest";
import type { LayerPlan } from "../../compiler/plan/plan.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import { randomInput, randomWeights } from "../support/random.js";
import { relativeError } from "../support/relative.js";
import { layerBytes, openOnnx } from "./session.js";

export interface OnnxCase {
  readonly layer: LayerPlan;
  readonly hidden: number;
  readonly tokens: number;
  readonly prefix: number;
  readonly seed: number;
}

/**
 * Runs two sequences through ONNX Runtime, once whole and once in calls that go on from the past,
 * and compares y and what is kept of K and V with the reference.
 */
export async function expectOnnxAgreement(onnxCase: OnnxCase, tolerance: number): Promise<void> {
  const { layer, hidden, tokens, seed } = onnxCase;
  const weights = randomWeights(seed, layer, hidden);
  const x = randomInput(seed, 2 * tokens, hidden);
  const kind = layer.mask.value.kind;
  const prefix = kind === "prefix" ? Math.min(onnxCase.prefix, tokens) : 0;
  const sequences = [0, 1].map((i) => x.subarray(i * tokens * hidden, (i + 1) * tokens * hidden));
  const references = sequences.map((one) => evaluate(layer, hidden, weights, one, { prefix }));
  const expected = joined(references.map(({ y }) => y));

  const onnx = await openOnnx(layer, hidden, layerBytes(layer, hidden, weights));
  const whole = await onnx.run(x, onnx.empty(2), prefix);
  expect(relativeError(whole.y, expected)).toBeLessThan(tolerance);

  let kept = onnx.empty(1);
  const [sequence = x, reference = references[0]] = [sequences[1], references[1]];
  const y: number[] = [];
  for (const [first, end] of calls(tokens, kind === "bidirectional" ? tokens : prefix)) {
    const part = sequence.subarray(first * hidden, end * hidden);
    const done = await onnx.run(part, kept, prefix);
    y.push(...done.y);
    ({ kept } = done);
  }
  expect(relativeError(Float64Array.from(y), reference?.y ?? expected)).toBeLessThan(tolerance);
  expect(kept.keys.dims[2]).toBe(tokens);
  await onnx.close();
}

/** A first call of at least `whole` tokens, a second from that past, and then token by token. */
function calls(tokens: number, whole: number): readonly (readonly [number, number])[] {
  const first = Math.max(1, whole, Math.floor(tokens / 3));
  const second = Math.max(first, tokens - 3);
  const steps = Array.from({ length: tokens - second }, (_, i) => second + i);
  const bounds = [0, first, second, ...steps.slice(1), tokens];
  return bounds
    .slice(1)
    .map((end, i) => [bounds[i] ?? 0, end] as const)
    .filter(([from, end]) => from < end);
}

function joined(parts: readonly Float64Array[]): Float64Array {
  return Float64Array.from(parts.flatMap((part) => [...part]));
}
