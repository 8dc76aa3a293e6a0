import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { rewritesOf } from "../../compiler/grow/rewrites.js";

// The released pair at its true size: the shapes that the published model has (arXiv 2511.07464).

const { growths, diagnostics } = analyze("motif-growth.gda", {
  read: (file) => readFileSync(`examples/${file}`, "utf8"),
});
const stages = growths[0]?.stages ?? [];

const layer: Readonly<Record<string, readonly number[]>> = {
  "input_layernorm.weight": [4096],
  "self_attn.q_proj.weight": [5120, 4096],
  "self_attn.k_proj.weight": [2048, 4096],
  "self_attn.v_proj.weight": [2048, 4096],
  "self_attn.lambda_q1": [128],
  "self_attn.lambda_k1": [128],
  "self_attn.lambda_q2": [128],
  "self_attn.lambda_k2": [128],
  "self_attn.subln.weight": [256],
  "self_attn.o_proj.weight": [4096, 8192],
  "post_attention_layernorm.weight": [4096],
  "mlp.gate_proj.weight": [16_384, 4096],
  "mlp.up_proj.weight": [16_384, 4096],
  "mlp.act_fn.weight": [3],
  "mlp.act_fn.bias": [1],
  "mlp.down_proj.weight": [4096, 16_384],
};

it("grows to the tensors of Motif-2-12.7B", () => {
  expect(diagnostics).toEqual([]);
  const last = stages.at(-1);
  if (!last) throw new RangeError("no stages");
  const found = Object.fromEntries(
    rewritesOf(last).map(({ target }) => [target.name, target.shape]),
  );
  const expected = {
    "model.embed_tokens.weight": [219_520, 4096],
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, index) =>
        Object.entries(layer).map(
          ([name, shape]) => [`model.layers.${index}.${name}`, shape] as const,
        ),
      ).flat(),
    ),
    "model.norm.weight": [4096],
    "lm_head.weight": [219_520, 4096],
  };
  expect(found).toEqual(expected);
  const parameters = Object.values(found)
    .map((shape) => shape.reduce((product, size) => product * size, 1))
    .reduce((sum, size) => sum + size, 0);
  expect(parameters / 1e9).toBeCloseTo(12.703, 2);
  expect(parameters).toBe(12_703_860_896);
});

it("each stage makes what the next one starts from", () => {
  stages.slice(1).forEach((stage, i) => {
    const before = stages[i];
    if (!before) return;
    const made = rewritesOf(before).map(({ target }) => JSON.stringify(target));
    const taken = rewritesOf(stage).flatMap((rewrite) => {
      if (rewrite.kind === "lambda") return rewrite.sources;
      return [rewrite.kind === "fill" ? rewrite.like : rewrite.source];
    });
    const distinct = new Set(taken.map((tensor) => JSON.stringify(tensor)));
    expect([...distinct].toSorted()).toEqual(made.toSorted());
  });
});

it("copies signal heads in their group, and divides by what is copied", () => {
  const [wide] = stages;
  if (!wide) throw new RangeError("no stages");
  const find = (tensor: string) =>
    rewritesOf(wide).find(({ target }) => target.layer === 5 && target.tensor === tensor);
  const [q, o] = [find("q"), find("o")];
  if (q?.kind !== "copy" || o?.kind !== "copy") throw new RangeError("q and o are copied");
  // Of each group its signal head four times, and then its noise head.
  const heads = q.rows.flatMap(({ first, count }) =>
    Array.from({ length: count / 128 }, (_, i) => first / 128 + i),
  );
  expect(heads).toHaveLength(40);
  expect(heads.slice(0, 10)).toEqual([0, 0, 0, 0, 1, 2, 2, 2, 2, 3]);
  expect(q.columns).toEqual([
    { first: 0, count: 2048, copy: 0, factor: 0.5, sign: 1 },
    { first: 0, count: 2048, copy: 1, factor: 0.5, sign: -1 },
  ]);
  expect(o.rows).toEqual([
    { first: 0, count: 2048 },
    { first: 0, count: 2048 },
  ]);
  expect(o.columns.slice(0, 5)).toEqual([
    { first: 0, count: 256, copy: 0, factor: 0.25, sign: 1 },
    { first: 0, count: 256, copy: 1, factor: 0.25, sign: -1 },
    { first: 0, count: 256, copy: 2, factor: 0.25, sign: 1 },
    { first: 0, count: 256, copy: 3, factor: 0.25, sign: -1 },
    { first: 256, count: 256, copy: 0, factor: 0.25, sign: 1 },
  ]);
});
