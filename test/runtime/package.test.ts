import { describe, expect, test } from "vitest";
import type { Size } from "../../runtime/manifest.js";
import { parseManifest, readPackage } from "../../runtime/package/package.js";
import { readFromUrls } from "../../runtime/package/urls.js";
import { rejection } from "./support/message.js";
import { tinyManifest, tinyReader, tinyVariant } from "./support/tiny-package.js";

const KERNEL = "kernels/tiny/append.wgsl";

test("a package gives its manifest and the texts that it lists", async () => {
  const { manifest, text } = await readPackage(tinyReader());
  expect(manifest).toEqual(tinyManifest);
  expect(await text(KERNEL)).toContain("@compute");
});

test("a file that was changed, is missing or not listed is refused", async () => {
  const changed = await readPackage(tinyReader(tinyManifest, { [KERNEL]: "fn main() {}" }));
  await expect(changed.text(KERNEL)).rejects.toMatchObject({ code: "GDA7105" });
  const listed = { ...tinyManifest, files: { ...tinyManifest.files, "x.wgsl": "0" } };
  const missing = await readPackage(tinyReader(listed));
  expect(await rejection(missing.text("x.wgsl"))).toBe(
    "Cannot read `x.wgsl` of the kernel package: no such file. Serve or copy the package with all of its files.",
  );
  const extra = await readPackage(tinyReader(tinyManifest, { "extra.wgsl": "" }));
  await expect(extra.text("extra.wgsl")).rejects.toMatchObject({ code: "GDA7105" });
});

test("a package without a manifest, or with one that is no JSON, is refused", async () => {
  const nothing = readPackage(() => Promise.reject(new Error("404")));
  await expect(nothing).rejects.toMatchObject({ code: "GDA7101" });
  const broken = readPackage(tinyReader(tinyManifest, { "manifest.json": "{" }));
  await expect(broken).rejects.toMatchObject({ code: "GDA7102" });
});

test("a later schema is told apart from a damaged manifest", () => {
  const later = JSON.stringify({ ...tinyManifest, schema: 2 });
  expect(() => parseManifest(later)).toThrow(
    "`manifest.json` has schema 2, and this runtime reads schema 1.",
  );
});

/** The tiny manifest with a part of its program replaced. */
function program(change: object): unknown {
  const { tiny } = tinyVariant.programs;
  if (tiny === undefined) throw new Error("no program");
  return {
    ...tinyManifest,
    variants: [{ ...tinyVariant, programs: { tiny: { ...tiny, ...change } } }],
  };
}

function tensors(change: Readonly<Record<string, object>>): unknown {
  const entries = tinyVariant.programs["tiny"]?.tensors ?? {};
  return program({
    tensors: Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, { ...entry, ...change[name] }]),
    ),
  });
}

function firstStep(change: object): unknown {
  const prefill = tinyVariant.programs["tiny"]?.prefill;
  const [first, ...others] = prefill?.keys ?? [];
  if (prefill === undefined || first === undefined) throw new Error("no step");
  return program({ prefill: { ...prefill, keys: [{ ...first, ...change }, ...others] } });
}

const [layer] = tinyManifest.layers;
const uniforms = { inputs: 4, outputs: 8, segment_first: "segment_first" };

describe("refuses", () => {
  test.each<[string, unknown]>([
    ["a list", []],
    ["a number", 7],
    ["a missing field", { ...tinyManifest, hidden: undefined }],
    ["a wrong field", { ...tinyManifest, hidden: "4" }],
    ["half a number", { ...tinyManifest, context: 1.5 }],
    [
      "a number that JSON makes infinite",
      JSON.stringify({ ...tinyManifest }).replace('"tolerance":0.00001', '"tolerance":1e999'),
    ],
    ["files that are a list", { ...tinyManifest, files: [] }],
    ["a chunk of no rows", { ...tinyManifest, variants: [{ ...tinyVariant, chunk: 0 }] }],
    ["a file outside of the package", manifestWithFile("../append.wgsl")],
    ["an absolute file", manifestWithFile("/append.wgsl")],
    ["a file that is not listed", manifestWithFile("kernels/other.wgsl")],
    [
      "a program that is not there",
      { ...tinyManifest, layers: [{ ...layer, program: "toString" }] },
    ],
    ["a weight without a source", { ...tinyManifest, layers: [{ ...layer, weights: {} }] }],
    ["rows that a tensor does not have", weights({ "0.a": [3, 4], "0.b": [8, 4] })],
    ["a tensor without a shape", weights({ "0.b": [8, 4] })],
    ["sources of another size", weights({ "0.a": [4, 3], "0.b": [8, 4] })],
    ["an unknown role", tensors({ k: { role: "magic" } })],
    ["floats in a table", tensors({ places: { format: "f32" } })],
    ["half input", tensors({ x: { format: "f16" } })],
    ["a cache without units", tensors({ cached: { unitsPerBlock: null } })],
    [
      "caches of unlike units",
      tensors({ k: { role: "cache", shape: ["block"], unitsPerBlock: 3 } }),
    ],
    ["angles without frequencies", tensors({ angles: { frequencies: null } })],
    ["two outputs", tensors({ k: { role: "output" } })],
    ["a size of an unknown symbol", tensors({ k: { shape: ["columns"] } })],
    ["a weight that grows with the call", tensors({ w: { shape: ["rows"] } })],
    ["a size that is no size", tensors({ k: { shape: [["sub", 1, 2]] } })],
    ["a size of one number", tensors({ k: { shape: [["add", 1]] } })],
    ["a bottomless size", tensors({ k: { shape: [deep(40)] } })],
    ["a kernel that is not there", firstStep({ kernel: "constructor" })],
    ["a binding that is missing", firstStep({ tensors: { input: "x", weight: "w" } })],
    [
      "a binding too many",
      firstStep({ tensors: { input: "x", weight: "w", output: "k", more: "k" } }),
    ],
    [
      "a tensor that is not there",
      firstStep({ tensors: { input: "x", weight: "toString", output: "k" } }),
    ],
    ["a write to the input", firstStep({ tensors: { input: "x", weight: "w", output: "x" } })],
    ["a uniform that is missing", firstStep({ uniforms: { inputs: 4 } })],
    ["a uniform too many", firstStep({ uniforms: { ...uniforms, grid_x: 1 } })],
    ["a segment of nothing", firstStep({ over: null })],
    ["a step over scratch", firstStep({ over: "k" })],
    ["a step over what it does not bind", firstStep({ over: "cached" })],
    ["a step into what it does not bind", firstStep({ into: "cached" })],
    ["a step into a weight", firstStep({ into: "w" })],
    [
      "a step over a cache and into one",
      firstStep({
        tensors: { input: "x", weight: "w", output: "cached" },
        over: "cached",
        into: "cached",
      }),
    ],
    ["rows together that do not divide", tensors({ w: { together: 3 } })],
    ["half a residual", tensors({ k: { role: "residual", format: "f16" } })],
    ["a grid of two", firstStep({ grid: [1, 2] })],
    [
      "a load step that reads the input",
      program({ load: tinyVariant.programs["tiny"]?.prefill.queries.slice(0, 1) ?? [] }),
    ],
  ])("%s", (_, manifest) => {
    const text = typeof manifest === "string" ? manifest : JSON.stringify(manifest);
    let error: unknown;
    try {
      parseManifest(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ code: "GDA7104" });
    expect(
      error instanceof Error && error.message.replace(/ Build the package again;.*/, ""),
    ).toMatchSnapshot();
  });
});

function manifestWithFile(file: string): unknown {
  const kernels = Object.fromEntries(
    Object.entries(tinyVariant.kernels).map(
      ([name, kernel]) => [name, { ...kernel, file }] as const,
    ),
  );
  return { ...tinyManifest, variants: [{ ...tinyVariant, kernels }] };
}

function weights(shapes: Readonly<Record<string, readonly number[]>>): unknown {
  const w = { ...layer?.weights["w"], shapes };
  return { ...tinyManifest, layers: [{ ...layer, weights: { ...layer?.weights, w } }] };
}

function deep(depth: number): Size {
  return depth === 0 ? 1 : ["add", 1, deep(depth - 1)];
}

test("files are read where their URLs lead", async () => {
  const read = readFromUrls({
    "a.txt": new URL("data:text/plain,hello"),
    "here.ts": new URL(import.meta.url),
  });
  expect(new TextDecoder().decode(await read("a.txt"))).toBe("hello");
  expect(new TextDecoder().decode(await read("here.ts"))).toContain("files are read where");
  await expect(read("b.txt")).rejects.toThrow("does not say where it is");
});
