import { describe, expect, it } from "vitest";
import { compileLayers } from "../../compiler/kernels/compile.js";
import type { Machine } from "../../compiler/kernels/machine.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";
import { example, exampleNames } from "../support/examples.js";
import { fact } from "../support/plans.js";

/** What goes wrong on some adapter, whatever the text means: see docs/architecture.md. */
const traps: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "a variable without a value", pattern: /^\s*var [^=]*;/ },
  { name: "a branching and or or", pattern: /&&|\|\|/ },
  { name: "sine, cosine or a bare exponential of angles", pattern: /\b(sin|cos|tan)\(/ },
  { name: "a tanh whose argument is not clamped", pattern: /\btanh\((?!clamp\()/ },
  { name: "a comparison that NaN is to fail", pattern: /\b(\w+) != \1\b/ },
  { name: "a feature for halves", pattern: /\bf16\b(?!_)|enable f16/ },
  { name: "an infinity", pattern: /\binf\b|0x7f800000(?!u\))/ },
];

const machines: readonly Machine[] = [
  { hands: "workgroup", team: 32 },
  { hands: "subgroup", team: 4 },
  { hands: "subgroup", team: 8 },
  { hands: "subgroup", team: 64 },
];

/** Each model with the layers among which all that differ are, and the same in whole numbers. */
function models(file: string): readonly ModelPlan[] {
  return example(file).models.flatMap((model) => {
    const layers = model.layers.filter((layer) => layer.index < 2 || layer.index === 9);
    const dtype = fact({ weights: "i4", block: 32, cache: "i8", accumulate: "f32" } as const);
    return [
      { ...model, layers },
      { ...model, layers, dtype },
    ];
  });
}

type Compiled = ReturnType<typeof compileLayers>;

/** Compiled once for all tests: choosing schedules for every machine takes a while. */
const known = new Map<string, readonly Compiled[]>();

function compiledFor(file: string, machine: Machine): readonly Compiled[] {
  const key = `${file} ${machine.hands} ${machine.team}`;
  const compiled =
    known.get(key) ?? models(file).map((model) => compileLayers(model, model.layers, machine));
  known.set(key, compiled);
  return compiled;
}

describe.each(exampleNames)("the kernels of %s", (file) => {
  for (const machine of machines) {
    it(`fall into no trap on a ${machine.hands} of ${machine.team}`, () => {
      for (const { texts } of compiledFor(file, machine)) {
        for (const { name, wgsl } of texts) {
          for (const [i, line] of wgsl.split("\n").entries()) {
            const trap = traps.find(({ pattern }) => pattern.test(line));
            expect(trap && `${name}:${i + 1}: ${trap.name}: ${line}`).toBeUndefined();
          }
        }
      }
    });
  }
});

it("bind at most the eight buffers that every adapter has, in 16 KiB of workgroup memory", () => {
  for (const file of exampleNames) {
    for (const machine of machines) {
      for (const { kernels } of compiledFor(file, machine)) {
        for (const kernel of Object.values(kernels)) {
          expect(kernel.bindings.length).toBeLessThanOrEqual(8);
          expect(kernel.workgroupBytes).toBeLessThanOrEqual(16_384);
        }
      }
    }
  }
});

it("the same model gives the same text", () => {
  const text = (): readonly string[] =>
    models("motif-3.gda").flatMap((model) =>
      compileLayers(model, model.layers, { hands: "subgroup", team: 8 }).texts.map((t) => t.wgsl),
    );
  expect(text()).toEqual(text());
});

it("layers alike share a program", () => {
  const [motif] = example("motif-2-12.7b.gda").models;
  expect(motif).toBeDefined();
  if (motif === undefined) return;
  const compiled = compileLayers(motif, motif.layers, { hands: "workgroup", team: 32 });
  expect(new Set(compiled.programOf).size).toBe(1);
});

it.each(["two-kinds.gda", "motif-3.gda", "gpt-oss-20b.gda"])(
  "a layer of %s has the program that it has alone",
  (file) => {
    const machine = { hands: "workgroup", team: 32 } as const;
    for (const model of models(file)) {
      const together = compileLayers(model, model.layers, machine);
      for (const [i, layer] of model.layers.entries()) {
        expect(withTexts(together, i)).toEqual(
          withTexts(compileLayers(model, [layer], machine), 0),
        );
      }
    }
  },
);

/** The program of a layer, its kernels' texts in place of the names that they have been given. */
function withTexts({ programOf, programs, texts }: Compiled, layer: number): unknown {
  const named = new Map(texts.map(({ name, wgsl }) => [name, wgsl]));
  const program = programs[programOf[layer] ?? ""];
  expect(program).toBeDefined();
  return JSON.parse(JSON.stringify(program), (key, value: unknown) =>
    key === "kernel" ? named.get(String(value)) : value,
  );
}

it("a line of a kernel points at the fact that it prints", () => {
  const analysis = example("gpt-oss-20b.gda");
  const [model] = analysis.models;
  if (model === undefined) throw new Error("no model");
  const [layer] = model.layers;
  if (layer === undefined) throw new Error("no layer");
  const { texts } = compileLayers(model, [layer], { hands: "workgroup", team: 32 });
  const places = texts.flatMap(({ wgsl, spans }) =>
    wgsl
      .split("\n")
      .flatMap((line, i) =>
        line.includes("tile_keys + 128u")
          ? (spans[i] ?? []).map(({ file, start, end }) =>
              analysis.sources.get(file)?.text.slice(start, end),
            )
          : [],
      ),
  );
  expect(places).toContain("mask: window(keys: 128)");
});
