import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildPackage } from "../../compiler/package/build.js";
import type { PackageFiles } from "../../compiler/package/input.js";
import { writePackage } from "../../compiler/package/write.js";
import { writeSafetensors } from "../../runtime/weights/write.js";
import { numbers, tinyReference, tinyWeights } from "../runtime/support/tiny-reference.js";
import { HIDDEN } from "../runtime/support/tiny-package.js";
import { runNode, type Outcome } from "./support/run.js";
import { buildRuntimeBundle, TSC } from "./support/runtime-bundle.js";
import { temporaryFolder } from "./support/temporary.js";
import { tinyInput } from "./support/tiny-input.js";

let files: PackageFiles;
beforeAll(async () => {
  files = await buildPackage({ ...tinyInput, runtime: await buildRuntimeBundle() });
});

/** A project of somebody who uses the tiny package, with these packages installed. */
async function project(...installed: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  await writePackage(join(folder, "tiny"), files);
  for (const name of installed) {
    const link = join(folder, "node_modules", name);
    await mkdir(join(link, ".."), { recursive: true });
    await symlink(resolve("node_modules", name), link);
  }
  return folder;
}

const PROGRAM = `
import { openAsBlob } from "node:fs";
import { open, safetensors } from "./tiny/index.js";

const session = await open();
const weights = await safetensors(await openAsBlob("model.safetensors"));
const layer = await session.layer(0, weights);
const cache = layer.cache({ capacity: 8 });
const y = await layer.prefill(Float32Array.from(JSON.parse(process.argv[2])), cache);
console.log("variant", session.variant, JSON.stringify([...y]));
process.exit(0);
`;

async function runProgram(folder: string, x: Float32Array): Promise<Outcome> {
  await writeFile(join(folder, "program.mjs"), PROGRAM);
  await writeFile(join(folder, "model.safetensors"), writeSafetensors(tinyWeights()));
  return runNode(["program.mjs", JSON.stringify([...x])], folder);
}

test("runs in Node as it is, with the project's own webgpu", async () => {
  const x = numbers(3 * HIDDEN, 5);
  const { code, output } = await runProgram(await project("webgpu", "@webgpu", "debug", "ms"), x);
  expect(output).toContain("variant tiny [");
  expect(code).toBe(0);
  const y: unknown = JSON.parse(/variant tiny (\[.*\])/.exec(output)?.[1] ?? "");
  const expected = [...tinyReference(0, x)];
  expect(y).toEqual(expected.map((value): unknown => expect.closeTo(value, 4)));
});

test("says what is missing where there is no webgpu", async () => {
  const { code, output } = await runProgram(await project(), numbers(HIDDEN, 5));
  expect(output).toContain("GDA7201");
  expect(output).toContain("In Node run `npm install webgpu` in your project");
  expect(code).toBe(1);
});

/** Checks a program against the package's types, as strictly as can be. */
async function typeErrors(program: string): Promise<string> {
  const folder = await project();
  await writeFile(join(folder, "program.mts"), program);
  const options =
    "--strict --noEmit --module nodenext --target es2023 --lib es2023,dom --types".split(" ");
  const strictest = ["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const { output } = await runNode([TSC, "program.mts", ...options, "", ...strictest], folder);
  return output;
}

const HEADING = `
import { dims, open, tensor, type Tensor } from "./tiny/index.js";
const session = await open({ variant: "tiny" });
const f32 = <const Shape extends readonly number[]>(shape: Shape) =>
  tensor(shape, new Float32Array(shape.reduce((a, b) => a * b, 1)));
`;

test("what fits the model has no type error", async () => {
  const errors = await typeErrors(`${HEADING}
    const hidden: 4 = dims.hidden;
    const heads: 2 = dims.layers[0].signal;
    const layer = await session.layer(1, { "1.a": f32([4, 4]), "1.b": f32([8, 4]), "1.bias": f32([4]) });
    const anyNames: Map<string, Tensor> = new Map();
    await session.layer(hidden - heads, anyNames);
    const cache = layer.cache();
    const y: Float32Array = await layer.prefill(f32([12, 4]), cache, { prefix: [3] });
    const buffer: GPUBuffer = session.device.createBuffer({ size: 16, usage: 12 });
    const same: GPUBuffer = await layer.decode(y, cache, { y: buffer });
    layer.encode(session.device.createCommandEncoder(), { x: same, y: same }, cache);
  `);
  expect(errors).toBe("");
});

const MISFITS = {
  "an activation of another width": "layer.prefill(f32([12, 8]), cache)",
  "a weight of another shape": `session.layer(0, { ...weights, "0.b": f32([4, 8]) })`,
  "a weight of another name": `session.layer(0, { "0.a": f32([4, 4]), "0.c": f32([8, 4]) })`,
  "a layer that is not there": "session.layer(3, weights)",
  "a variant that is not there": `open({ variant: "huge" })`,
  "rows of a decoding call": "layer.decode(new Float32Array(4), cache, { rows: [1] })",
};

test("what does not fit the model is a type error", async () => {
  const lines = Object.values(MISFITS).map((expression) => `await ${expression};`);
  const setup = `${HEADING}
    const weights = { "0.a": f32([4, 4]), "0.b": f32([8, 4]), "0.bias": f32([4]) };
    const layer = await session.layer(0, weights);
    const cache = layer.cache({ capacity: 8 });
`;
  const errors = await typeErrors(setup + lines.join("\n"));
  const first = setup.split("\n").length;
  const found = [...errors.matchAll(/^program\.mts\((\d+),\d+\): error TS2\d+:/gm)];
  const names = found.map(([, line]) => Object.keys(MISFITS)[Number(line) - first]);
  expect(names).toEqual(Object.keys(MISFITS));
});

test("the TypeScript text compiles to the JavaScript and the types beside it", async () => {
  const folder = await project();
  const options =
    "--declaration --strict --module nodenext --target es2023 --lib es2023,dom --types".split(" ");
  const args = [TSC, "tiny/index.ts", ...options, "", "--outDir", "out"];
  expect((await runNode(args, folder)).output).toBe("");
  await writeFile(join(folder, "normal.mjs"), NORMALISE);
  expect((await runNode(["normal.mjs"], folder)).output).toBe("alike\nalike\n");
});

/** Compares texts without their layout, which tsc makes its own. */
const NORMALISE = `
import { readFileSync } from "node:fs";
const normal = (path) => readFileSync(path, "utf8").replace(/^\\/\\*\\*.*?\\*\\//s, "").replace(/\\s+/g, "").replace(/[,;](?=[\\]})])/g, "");
for (const name of ["index.js", "index.d.ts"]) {
  const [made, written] = [normal("out/" + name), normal("tiny/" + name)];
  console.log(made === written ? "alike" : made + "\\n\\n" + written);
}
`;
