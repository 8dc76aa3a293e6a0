import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "ratio-beyond-studied";

test("5:1 was studied, 6:1 was not", () => {
  expect(found(rule, motif("group[4] { signal: 5, noise: 1 }, head_dim: 128"))).toEqual([]);
  expect(found(rule, motif("group[4] { signal: 6, noise: 1 }, head_dim: 128"))).toEqual([
    "signal: 6: 6 signal heads share a noise head; ratios of up to 5:1 were studied.",
  ]);
});

test("a ratio counts however it is said", () => {
  expect(found(rule, motif("heads: 28, ratio: 6:1, head_dim: 128"))).toEqual([
    "ratio: 6:1: 6 signal heads share a noise head; ratios of up to 5:1 were studied.",
  ]);
  expect(found(rule, motif("group[4] { signal: 12, noise: 2 }, head_dim: 128"))).toHaveLength(1);
});

test("without noise heads there is no ratio", () => {
  expect(
    found(
      rule,
      motif(
        "heads: 32, kv_pairs: 4, head_dim: 128, lambda: derive, noise_keys: derive, head_norm: none, value_dim: 128",
      ),
    ),
  ).toEqual([]);
});

test("the layers are named where it is not all of them", () => {
  const text = motif(
    "group[4] { signal: 4, noise: 1 }, head_dim: 128, layers 8.. { group { signal: 8 } }",
  );
  expect(found(rule, text)).toEqual([
    "signal: 8: 8 signal heads share a noise head in layers 8-15; ratios of up to 5:1 were studied.",
  ]);
});

test("of two classes the wide one is shown", () => {
  const text = motif(
    "group sharp[3] { signal: 8, noise: 1 }, group calm[1] { signal: 2, noise: 1 }, head_dim: 128",
  );
  expect(found(rule, text)).toEqual([
    "signal: 8: 8 signal heads share a noise head; ratios of up to 5:1 were studied.",
  ]);
});

test("the option says how far", () => {
  const text = motif("group[4] { signal: 8, noise: 1 }, head_dim: 128");
  expect(found(rule, text, { options: { most: 8 } })).toEqual([]);
  expect(found(rule, text, { options: { most: 7 } })).toEqual([
    "signal: 8: 8 signal heads share a noise head; ratios of up to 7:1 were studied.",
  ]);
});

test("a child that changes nothing of it, and a stage, leave it to their parent", () => {
  const base = motif("group[4] { signal: 8, noise: 1 }, head_dim: 128");
  const child = `${base}model Child extends Small { context: 4096 }
growth Longer { stage long from Small at 1T tokens { context: 16_384 } }
`;
  expect(found(rule, child)).toHaveLength(1);
});

test("a stage that goes beyond has it", () => {
  const text = `${motif("group[4] { signal: 4, noise: 1 }, head_dim: 128")}growth Wider {
  stage wide from Small at 1T tokens { attention { group { signal *= 2 } }, copies: tile }
}
`;
  expect(found(rule, text)).toEqual([
    "signal *= 2: 8 signal heads share a noise head; ratios of up to 5:1 were studied.",
  ]);
});

test("what a family says is found at the model", () => {
  const files = {
    "wide.gda":
      'import { Motif } from "gda:families"\nfamily Wide extends Motif { attention { group[4] { signal: 8, noise: 1 } } }\n',
  };
  const text = `import { Wide } from "wide.gda"
model Small extends Wide {
  hidden: 2048, layers: 4, context: 2048, dtype: f16, mlp { width: 64 }
  attention { head_dim: 128 }
}
`;
  expect(found(rule, text, { files })).toEqual([
    "Small: 8 signal heads share a noise head; ratios of up to 5:1 were studied.",
  ]);
});
