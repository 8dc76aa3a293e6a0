import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { example, exampleNames } from "../support/examples.js";

/**
 * Every model of the examples, and every stage of their growths, is built by `gda build` and run by
 * `gda run --verify` with its own heads at a reduced hidden size: `npm run build && npm run true-size`.
 */
const gda = (...words: readonly string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ["dist/gda/main.js", ...words]);

const cases = exampleNames.flatMap((file) => {
  const { models, growths } = example(file);
  const stages = growths.flatMap(({ name, stages: of }) => of.map((s) => `${name}.${s.name}`));
  return [...models.map(({ name }) => name), ...stages].map((model) => ({ file, model }));
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gda-examples-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(cases)("$file $model", async ({ file, model }) => {
  const spec = join("examples", file);
  await gda("build", spec, "--model", model, "-o", join(folder, model));
  const size = ["--hidden", "64", "--tokens", "40", "--steps", "2"];
  const { stdout } = await gda("run", spec, "--model", model, ...size, "--verify");
  process.stdout.write(`${model.padEnd(18)} ${stdout.split("\n").at(-2) ?? ""}\n`);
  expect(stdout).toMatch(/: pass\n$/);
});
