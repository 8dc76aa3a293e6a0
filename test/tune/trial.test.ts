import { describe, expect, it } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { portableMachine } from "../../compiler/kernels/machine.js";
import { rated } from "../../compiler/kernels/schedule/choose.js";
import { filledBytes } from "../../compiler/tune/fill.js";
import { operationsOf } from "../../compiler/tune/operations.js";
import { jobOf, trialOf } from "../../compiler/tune/trial.js";

/** Weights and caches of a model whose every tensor is larger than a small binding. */
const text = `model Wide {
  hidden: 1024, layers: 1, context: 4096, dtype: f32
  attention {
    group[8] { signal: 2, noise: 1 }, head_dim: 64, value_dim: 64
    rope: none, mask: causal, head_norm: none, noise_keys: own, lambda: constant(value: 0.3)
  }
}
`;
const lengths = { prefill: 16, cached: 256 };

describe.each([true, false])("on an adapter that is a CPU: %s", (cpu) => {
  const { models } = analyze("wide.gda", { read: () => text });
  const operations = models.flatMap((model) => [
    ...operationsOf(model, model.layers, portableMachine).values(),
  ]);

  it("has operations of every kind", () => {
    expect(new Set(operations.map(({ kind }) => kind))).toEqual(
      new Set(["project", "prefill", "decode"]),
    );
  });

  it.each([2 ** 18, 2 ** 20, 2 ** 27])("binds no more than %i bytes", (bytes) => {
    const limits = { maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: bytes };
    for (const operation of operations) {
      const trial = trialOf(operation, portableMachine, lengths, { cpu, limits });
      const [candidate] = rated(trial.operation, portableMachine, lengths);
      if (candidate === undefined) throw new Error(`no candidate of ${trial.key}`);
      const { filled } = jobOf(trial, candidate);
      expect(filled.length).toBeGreaterThan(0);
      for (const tensor of filled.filter(({ name }) => /^(w|cache_.)$/.test(name))) {
        expect(tensor.count).toBeGreaterThan(0);
        expect(filledBytes(tensor).byteLength).toBeLessThanOrEqual(bytes);
      }
    }
  });
});
