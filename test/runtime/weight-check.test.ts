import { expect, test } from "vitest";
import type { LayerEntry } from "../../runtime/manifest.js";
import type { Dtype } from "../../runtime/weights/dtype.js";
import { checkWeights } from "../../runtime/weights/weight-check.js";
import { tinyManifest } from "./support/tiny-package.js";

const layer = tinyManifest.layers.find(({ index }) => index === 0);

function check(tensors: Readonly<Record<string, readonly [Dtype, ...number[]]>>): string {
  const infos = Object.entries(tensors).map(
    ([name, [dtype, ...shape]]) => [name, { dtype, shape }] as const,
  );
  try {
    const entry: LayerEntry | undefined = layer;
    if (entry) checkWeights(entry, { tensors: new Map(infos), read: () => Promise.reject() });
    return "fits";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const good = { "0.a": ["F32", 4, 4], "0.b": ["BF16", 8, 4], "0.bias": ["F64", 4] } as const;

test("what is needed is there; more may be", () => {
  expect(check(good)).toBe("fits");
  expect(check({ ...good, other: ["I64", 3] })).toBe("fits");
});

test("a missing tensor is named with its shape and with near names", () => {
  expect(check({ "0.a": good["0.a"], "0.b": good["0.b"], "0.bais": ["F32", 4] })).toBe(
    "The weights hold no `0.bias`, which should be [4]. Near names: `0.bais`; the `checkpoint` fact of the model says how weights are named.",
  );
  expect(check({ embed: ["F32", 4] })).toBe(
    "The weights hold no `0.a`, which should be [4, 4]. 2 more are missing. Is this the checkpoint of the model that the package was built for?",
  );
});

test("a tensor of another shape or of no floats is refused", () => {
  expect(check({ ...good, "0.b": ["BF16", 4, 8] })).toContain(
    "`0.b` has the shape [4, 8], and the model expects [8, 4].",
  );
  expect(check({ ...good, "0.a": ["I8", 4, 4] })).toContain("`0.a` is stored as I8");
});
