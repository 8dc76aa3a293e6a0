import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileExists, unwritablePath } from "./codes.js";
import { failure, reasonOf } from "./failure.js";

/**
 * Writes files by their paths, the last one last. Each is written beside its place and then moved
 * there, so that nobody sees half of one. None is written where one is there already, unless `force`
 * replaces them.
 */
export async function writeNewFiles(
  files: ReadonlyMap<string, string | readonly Uint8Array[]>,
  force: boolean,
): Promise<void> {
  if (!force) checkNew([...files.keys()]);
  const drafts = new Map([...files.keys()].map((file) => [file, `${file}.${crypto.randomUUID()}`]));
  let path = "";
  try {
    for (const [file, draft] of drafts) {
      path = file;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(draft, files.get(file) ?? "", { flag: "wx" });
    }
    for (const [file, draft] of drafts) {
      path = file;
      await rename(draft, file);
    }
  } catch (error) {
    throw failure(unwritablePath, { path, reason: reasonOf(error) });
  } finally {
    for (const draft of drafts.values()) await rm(draft, { force: true });
  }
}

/** Throws GDA8004 where one of some files is there already. */
export function checkNew(files: readonly string[]): void {
  const file = files.find((path) => existsSync(path));
  if (file === undefined) return;
  const help = "Name another one, or write `--force` to replace what is there.";
  throw failure(fileExists, { file }, help);
}
