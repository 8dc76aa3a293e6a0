import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { digests, scratch, writeSingle } from "./support/folder.js";
import { refusal } from "./support/refusal.js";
import { sample, writeSample } from "./support/sample.js";

// What can happen to the folder that is written.

let folder = "";
beforeEach(async () => {
  folder = scratch();
  await writeSingle(join(folder, "source"), sample);
});

/** A file system in memory of so many bytes; undefined where none can be mounted. */
function smallDisk(bytes: number): string | undefined {
  const mounted = join(folder, "out");
  execFileSync("mkdir", [mounted]);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", mounted], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", [mounted]));
  return mounted;
}

test("too little space is seen before anything is written", async ({ skip }) => {
  const disk = smallDisk(4096) ?? skip("no file system can be mounted here");
  await writeFile(join(disk, "full"), "x");
  const writing = writeSample(folder, {}, join(disk, "grown"));
  await expect(writing).rejects.toThrow(/takes \d+ B, and its disk has 0 B left/);
  expect(readdirSync(disk)).toEqual(["full"]);
});

test("a disk that fills up while it is written leaves nothing behind", async ({ skip }) => {
  const disk = smallDisk(2 ** 16) ?? skip("no file system can be mounted here");
  const texts = new Map([["model.gda", "x".repeat(2 ** 17)]]);
  const writing = writeSample(folder, { texts }, join(disk, "grown"));
  await expect(refusal(writing)).resolves.toMatch(/^GDA8219 .*ENOSPC/);
  expect(readdirSync(disk)).toEqual([]);
});

test("an old checkpoint survives a run that fails", async () => {
  await writeSample(folder);
  const before = digests(join(folder, "out"));
  const onProgress = (): void => {
    throw new Error("stopped");
  };
  await expect(writeSample(folder, { force: true, onProgress })).rejects.toThrow("stopped");
  expect(digests(join(folder, "out"))).toEqual(before);
  expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
});

test("an aborted run leaves nothing behind", async () => {
  const abort = new AbortController();
  const options = { signal: abort.signal, onProgress: () => abort.abort() };
  await expect(writeSample(folder, options)).rejects.toThrow(/abort/);
  expect(readdirSync(folder)).toEqual(["source"]);
});

const host = hostname().replaceAll(/\W/g, "_");
/** No process has a number beyond the limit of Linux. */
const DEAD = 2 ** 22 + 1;

test("what a killed run left is removed, and what it was replacing comes back", async () => {
  await writeSample(folder);
  const before = digests(join(folder, "out"));
  await mkdir(join(folder, `out.draft-${host}-${DEAD}`));
  await writeFile(join(folder, `out.draft-${host}-${DEAD}/model.safetensors`), "half");
  execFileSync("mv", [join(folder, "out"), join(folder, `out.replaced-${host}-${DEAD}`)]);
  await expect(writeSample(folder)).rejects.toMatchObject({ code: "GDA8214" });
  expect(digests(join(folder, "out"))).toEqual(before);
  expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
});

test("what was replaced already goes", async () => {
  await writeSample(folder);
  await mkdir(join(folder, `out.replaced-${host}-${DEAD}`));
  await writeSample(folder, { force: true });
  expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
});

test.each([
  ["a run that goes on", host, process.pid],
  ["a run of another machine", "elsewhere", DEAD],
])("%s is left alone", async (_, machine, pid) => {
  const draft = `out.draft-${machine}-${pid}`;
  await mkdir(join(folder, draft));
  await expect(writeSample(folder)).rejects.toMatchObject({ code: "GDA8218" });
  expect(readdirSync(folder).toSorted()).toEqual([draft, "source"]);
});

test("other names beside it are nobody's drafts", async () => {
  await mkdir(join(folder, "out.draft-old"));
  await writeFile(join(folder, "outer"), "");
  await writeSample(folder);
  expect(readdirSync(folder).toSorted()).toEqual(["out", "out.draft-old", "outer", "source"]);
});
