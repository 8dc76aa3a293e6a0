import { test } from "vitest";
import { buildPackage, readRuntimeBundle, writePackage } from "../../compiler/package/index.js";
import { tinyInput } from "./tiny-input.js";
test("x", async () => {
  const files = await buildPackage({ ...tinyInput, runtime: await readRuntimeBundle() });
  console.log(await writePackage("/tmp/tinypkg", files));
});
