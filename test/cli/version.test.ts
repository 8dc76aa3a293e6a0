import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "../../compiler/version.js";

test("the version is that of the package", () => {
  expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({ version });
});
