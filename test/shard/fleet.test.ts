import { expect, it } from "vitest";
import { collectives, sentBytes } from "../../compiler/shard/collectives.js";
import { layouts } from "../../compiler/shard/fleet.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { example } from "../support/examples.js";

const motif = modelOf("motif-2-12.7b.gda");

function modelOf(file: string): ModelPlan {
  const [model] = example(file).models;
  if (!model) throw new Error(`no model in ${file}`);
  return model;
}

// Arithmetic by hand: f16, hidden 4096, 40 layers, PolyNorm, 219,520 words.
const exchangedOn4 = 81 * 2 * (3 / 4) * 4096 * 2 + 40 * 2 * (3 / 4) * 12 + (3 / 4) * 219_520 * 2;

it("counts what tensor parallelism exchanges", () => {
  expect(sentBytes(collectives(motif), 4)).toBe(exchangedOn4);
  expect(sentBytes(collectives(motif), 1)).toBe(0);
});

it("lays Motif-2-12.7B over 64 devices", () => {
  const layout = layouts(motif, [64, 1024]).find((it) => it.tensor === 4 && it.context === 8);
  // 40 layers of 16 K heads and 16 halves of V of 128 numbers in 16 bits, a quarter each.
  const cached = (40 * 32 * 128 * 2) / 4;
  const parts = (40 * 40 * (256 + 2) * 4) / 4;
  expect(layout).toMatchObject({
    cacheBytes: (cached * 32_768) / 8,
    prefillBytes: exchangedOn4 + 7 * cached,
    decodeBytes: exchangedOn4 + 7 * parts,
    copies: [2, 32],
  });
  // Whole on every device: norms, λ, subln and PolyNorm, 40 × (2 × 4096 + 4 × 128 + 256 + 4) + 4096.
  const whole = 40 * (2 * 4096 + 4 * 128 + 256 + 4) + 4096;
  const total = 12_703_000_000;
  expect(layout?.weightBytes).toBeCloseTo(2 * ((total - whole) / 4 + whole), -7);
});

it("sends a window's keys no further than they reach", () => {
  const gptOss = modelOf("gpt-oss-20b.gda");
  const [layout] = layouts(gptOss, [8]).filter((it) => it.tensor === 1 && it.context === 8);
  // 12 full layers to 7 others, 12 windows of 128 keys to the next; 8 pairs of 64 + 64 in 16 bits.
  expect(layout?.prefillBytes).toBe(12 * 7 * 2048 + 12 * 2048);
});

it("leaves out what divides no fleet", () => {
  expect(layouts(motif, [6]).map(({ tensor, context }) => [tensor, context])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
  ]);
});
