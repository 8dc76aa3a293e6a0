import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

/*
 * The shell commands of docs/ci.md, as its workflow runs them after `npm ci`, in a repository that
 * has gda installed. The actions themselves (checkout, upload) are not run.
 */

const folder = mkdtempSync(join(tmpdir(), "gda-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));

mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
symlinkSync(resolve("dist/gda/main.js"), join(folder, "node_modules/.bin/gda"));
writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
writeFileSync(join(folder, "package.json"), "{}\n");

const page = readFileSync("docs/ci.md", "utf8");
const steps = [...page.matchAll(/^ +(?:- )?run: (.+)$/gm)]
  .map(([, command = ""]) => command)
  .filter((command) => command !== "npm ci");

/** Runs all steps over one spec. */
function run(spec: string): { readonly status: number | null; readonly stdout: string }[] {
  writeFileSync(join(folder, "a spec.gda"), spec);
  spawnSync("git", ["init", "-q"], { cwd: folder });
  spawnSync("git", ["add", "."], { cwd: folder });
  // What npx would run, without its own start.
  const env = { ...process.env, PATH: `${folder}/node_modules/.bin:${process.env["PATH"]}` };
  return steps.map((command) => {
    const shell = ["-eo", "pipefail", "-c", command.replace("npx gda", "gda")];
    return spawnSync("bash", shell, { cwd: folder, env, encoding: "utf8" });
  });
}

const good = readFileSync("examples/llama-3-8b.gda", "utf8");

test("a good spec passes every step", () => {
  expect(run(good).map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(sarif()).toContain('"results": []');
});

test("a bad one fails, with annotations, and its findings are there to upload", () => {
  const [formatting, findings, scanning] = run(good.replace("heads: 32,", "heads:  32.5,"));
  expect([formatting, findings, scanning].map((step) => step?.status)).toEqual([123, 1, 0]);
  expect(formatting?.stdout).toBe("a spec.gda\n");
  expect(findings?.stdout).toMatch(/^::error file=a spec\.gda,line=6,.*GDA\d{4}/m);
  expect(sarif()).toMatch(/"ruleId": "GDA\d{4}"/);
});

function sarif(): string {
  return JSON.stringify(JSON.parse(readFileSync(join(folder, "gda.sarif"), "utf8")), undefined, 1);
}
