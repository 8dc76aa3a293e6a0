import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { buildPackage } from "../../compiler/package/build.js";
import { readPackage } from "../../runtime/package/package.js";
import { tinyManifest } from "../runtime/support/tiny-package.js";
import { tinyInput } from "./support/tiny-input.js";

test("the same input gives the same files, in the order of their paths", async () => {
  const [one, other] = [await buildPackage(tinyInput), await buildPackage(tinyInput)];
  expect([...one]).toEqual([...other]);
  expect([...one.keys()]).toEqual([...one.keys()].toSorted());
  expect([...one.keys()]).toMatchSnapshot();
});

test("the manifest has the digest of every other file", async () => {
  const files = await buildPackage(tinyInput);
  const { manifest } = await readPackage((path) =>
    Promise.resolve(new TextEncoder().encode(files.get(path))),
  );
  const others = [...files].filter(([path]) => path !== "manifest.json");
  expect(manifest.files).toEqual(
    Object.fromEntries(
      others.map(([path, text]) => [path, createHash("sha256").update(text).digest("hex")]),
    ),
  );
  expect(manifest.layers).toEqual(tinyManifest.layers);
  expect(manifest.variants[0]?.programs).toEqual(tinyManifest.variants[0]?.programs);
});

test("the line map leads from WGSL to the spec", async () => {
  const files = await buildPackage(tinyInput);
  expect(JSON.parse(files.get("kernels/tiny/append.map.json") ?? "")).toEqual({
    wgsl: "kernels/tiny/append.wgsl",
    lines: { 1: [{ file: "tiny.gda", start: 15, end: 24, line: 2, column: 3 }] },
  });
});

test("the module's three texts", async () => {
  const files = await buildPackage(tinyInput);
  for (const name of ["index.ts", "index.js", "index.d.ts"]) {
    await expect(files.get(name)).toMatchFileSnapshot(`expected/${name}.txt`);
  }
});

test("what the runtime would refuse is not built", async () => {
  const layers = tinyInput.layers.map((layer) => ({ ...layer, program: "other" }));
  const built = buildPackage({ ...tinyInput, layers });
  await expect(built).rejects.toMatchObject({ code: "GDA7104" });
});
