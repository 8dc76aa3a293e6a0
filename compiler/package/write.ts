import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { GdaError, gdaError, reasonOf } from "../../runtime/error.js";
import { foreignFile, unwritablePackage } from "./codes.js";
import type { PackageFiles } from "./input.js";
import { previousFiles } from "./previous.js";

/** What a write has changed, by path in the package. */
export interface Written {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes a package. Everything is written beside the folder first, and then moved into place: a new
 * folder at once; in an existing package only files that differ, the manifest last, so that a reader
 * in between sees digests that disagree and not a mixture. Files of the earlier build that are not
 * part of this one are removed; other files in the folder stay.
 *
 * Throws GDA8101 for a folder that holds something else, GDA8103 for a file in the way, GDA8102 for
 * what the system refuses.
 */
export async function writePackage(folder: string, files: PackageFiles): Promise<Written> {
  try {
    const previous = await previousFiles(folder);
    const { changed, unchanged } = await compare(folder, files, previous);
    const removed = [...(previous ?? [])].filter((path) => !files.has(path));
    if (changed.length > 0) {
      await withDraft(folder, async (draft) => {
        writeAll(draft, changed, files);
        if (previous === undefined) await rename(draft, folder);
        else await moveAll(draft, folder, changed);
      });
    }
    for (const path of removed) await remove(folder, path);
    return { written: changed, unchanged, removed };
  } catch (cause) {
    if (cause instanceof GdaError) throw cause;
    throw gdaError(unwritablePackage, { folder, reason: reasonOf(cause) }, cause);
  }
}

/** A folder beside the package, so that what is in it can be renamed into place. */
async function withDraft(folder: string, act: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${resolve(folder)}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  try {
    await act(draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function compare(
  folder: string,
  files: PackageFiles,
  previous: ReadonlySet<string> | undefined,
): Promise<{ readonly changed: readonly string[]; readonly unchanged: readonly string[] }> {
  const changed: string[] = [];
  const unchanged: string[] = [];
  for (const [path, text] of files) {
    const present = previous && (await readIfThere(join(folder, path)));
    if (present !== undefined && !previous?.has(path)) {
      throw gdaError(foreignFile, { file: join(folder, path) });
    }
    (present?.equals(Buffer.from(text)) === true ? unchanged : changed).push(path);
  }
  return { changed, unchanged };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Without waiting for each: from one of so many small files to the next takes longer than a file. */
function writeAll(folder: string, paths: readonly string[], files: PackageFiles): void {
  const folders = new Set(paths.map((path) => dirname(join(folder, path))));
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const path of paths) writeFileSync(join(folder, path), files.get(path) ?? "");
}

async function moveAll(draft: string, folder: string, paths: readonly string[]): Promise<void> {
  const isManifest = (path: string): boolean => path === "manifest.json";
  for (const path of [...paths.filter((p) => !isManifest(p)), ...paths.filter(isManifest)]) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await rename(join(draft, path), file);
  }
}

/** Removes a file and the folders that it leaves empty, unless a link leads out of the package. */
async function remove(folder: string, path: string): Promise<void> {
  const root = await realpath(folder);
  const file = join(folder, path);
  const parent = await realpath(dirname(file)).catch(() => undefined);
  if (parent !== root && parent?.startsWith(root + sep) !== true) return;
  await rm(file, { force: true });
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    try {
      await rmdir(join(folder, at));
    } catch {
      return;
    }
  }
}
