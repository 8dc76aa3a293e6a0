import { describe, expect, it } from "vitest";
import { compileLayers } from "../../compiler/kernels/compile.js";
import type { Machine } from "../../compiler/kernels/machine.js";
import type { Fuses } from "../../compiler/kernels/schedule/heads.js";
import type { Dtype, HeadDim, LayerPlan, Rope } from "../../compiler/plan/plan.js";
import { fact, layerPlan, modelPlan, type LayerSpec } from "../support/plans.js";

/** Which steps a layer has where the write of its projections normalises, turns and caches. */
const machines: readonly Machine[] = [
  { hands: "subgroup", team: 4 },
  { hands: "subgroup", team: 8 },
  { hands: "workgroup", team: 32 },
  { hands: "subgroup", team: 128 },
];
const [machine = { hands: "subgroup", team: 8 }] = machines;

function rope(pairing: Rope["pairing"]): Rope {
  return { pairing, theta: 10_000, scaling: { kind: "none" } };
}

/** All that a write can be asked for. */
function full(headDim: HeadDim["parts"], spec: LayerSpec = {}): LayerPlan {
  const bias = ["q", "k", "v", "o"] as const;
  return layerPlan({ headDim, qkNorm: { eps: 1e-5 }, rope: rope("half"), bias, ...spec });
}

function programOf(layer: LayerPlan, fuses?: Fuses): ReturnType<typeof compile> {
  return compile(layer, machine, "f32", fuses);
}

function compile(layer: LayerPlan, on: Machine, cache: Dtype["cache"], fuses?: Fuses) {
  const dtype = fact({ weights: "f16", cache, accumulate: "f32" } as const);
  const compiled = compileLayers(
    modelPlan([layer], 64, { dtype }),
    [layer],
    on,
    fuses && { fusing: fuses },
  );
  const [program] = Object.values(compiled.programs);
  if (program === undefined) throw new Error("no program");
  return { ...compiled, program };
}

const labels = ({ program }: ReturnType<typeof compile>): readonly string[] =>
  [...program.prefill.keys, ...program.prefill.queries].map(({ label }) => label);

it("a layer has a step for each projection, and no rows of K and V", () => {
  const layer = full([{ kind: "rotary", size: 64 }]);
  const fused = programOf(layer);
  expect(labels(fused).filter((label) => !label.startsWith("core"))).toEqual([
    "project + norm + turn + append k",
    "project + append v",
    "project + norm + turn q",
    "project o",
  ]);
  const scratch = (program: object): readonly string[] =>
    Object.keys(program).filter((name) => name.endsWith("_rows"));
  expect(scratch(fused.program.tensors)).toEqual(["q_rows", "head_rows"]);
  const apart = programOf(layer, () => false);
  expect(labels(apart)).toContain("turn k");
  expect(scratch(apart.program.tensors)).toEqual(["q_rows", "k_rows", "v_rows", "head_rows"]);
});

it("what neither normalises nor turns is projected into rows as it is", () => {
  const layer = layerPlan({ headDim: 64 });
  expect(labels(programOf(layer))).toContain("project q");
});

describe("halves and neighbours that are no whole quads turn in a step of their own", () => {
  it.each<[string, HeadDim["parts"], Rope["pairing"]]>([
    ["halves of 6", [{ kind: "rotary", size: 12 }], "half"],
    [
      "neighbours from channel 2",
      [
        { kind: "plain", size: 2 },
        { kind: "rotary", size: 4 },
        { kind: "plain", size: 2 },
      ],
      "adjacent",
    ],
  ])("%s", (_, parts, pairing) => {
    const found = labels(programOf(full(parts, { rope: rope(pairing) })));
    expect(found).toContain("turn q");
    expect(found).toContain("turn k");
    expect(found).toContain("project + append v");
  });
});

it("heads of every size fit the memory and the bindings that every adapter has", () => {
  for (const on of machines) {
    for (const size of [8, 16, 64, 72, 80, 96, 128, 192, 256, 512, 1024]) {
      const layer = full([{ kind: "rotary", size }]);
      for (const { bindings, workgroupBytes } of Object.values(compile(layer, on, "i8").kernels)) {
        expect(bindings.length).toBeLessThanOrEqual(8);
        expect(workgroupBytes).toBeLessThanOrEqual(16_384);
      }
    }
  }
});

it("the lines that turn point at the rope", () => {
  const at = { file: "test.gda", start: 3, end: 7 };
  const layer = full([{ kind: "rotary", size: 64 }]);
  const told = { ...layer, rope: layer.rope && { ...layer.rope, from: [at] } };
  const spans = programOf(told).texts.flatMap(({ wgsl, spans: ofLine }) =>
    wgsl.split("\n").flatMap((line, i) => (line.includes("one.xz") ? [ofLine[i]] : [])),
  );
  expect(spans.length).toBeGreaterThan(0);
  for (const of of spans) expect(of).toContainEqual(at);
});
