import { mkdir, open, readdir, realpath, rename, rm, statfs } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { GdaError, gdaError, reasonOf } from "../../runtime/error.js";
import { byteSize } from "../report/numbers.js";
import {
  foreignInTarget,
  noSpace,
  targetExists,
  targetInSource,
  unwritableTarget,
} from "./codes.js";
import { clearLeftovers, ownName } from "./leftovers.js";
import type { SourceCheckpoint } from "./source.js";

/** What a checkpoint is written with; a folder with anything else in it is not replaced. */
const OWN_FILE =
  /^(model(-\d+-of-\d+)?\.safetensors|model\.safetensors\.index\.json|config\.json|model\.gda)$/;

/**
 * Lets `work` fill a draft of a folder, which lies beside it, and then moves the draft into place. An
 * interrupted run leaves at most a draft, which the next run removes; an older checkpoint in the
 * folder stays until the new one is complete. `bytes` is what `work` writes, about.
 *
 * Throws GDA8214 for a folder that is there already, unless `force` replaces it, GDA8215 for files
 * in it that no checkpoint is written with, GDA8216 where it and the source overlap, GDA8217 for too
 * little space, GDA8218 where another run writes it, GDA8219 for what the system refuses.
 */
export async function inDraft(
  target: string,
  source: SourceCheckpoint,
  bytes: number,
  force: boolean,
  work: (draft: string) => Promise<void>,
): Promise<void> {
  try {
    const folder = await realPath(target);
    await checkApart(folder, target, source);
    await mkdir(dirname(folder), { recursive: true });
    await clearLeftovers(folder);
    const exists = await checkReplaceable(folder, target, force);
    await checkSpace(folder, target, bytes);
    const draft = ownName(folder, "draft");
    await mkdir(draft);
    try {
      await work(draft);
      await moveIntoPlace(draft, folder, exists);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } catch (cause) {
    if (cause instanceof GdaError || !isSystemError(cause)) throw cause;
    throw gdaError(unwritableTarget, { folder: target, reason: reasonOf(cause) }, cause);
  }
}

/** Makes the names in a folder last through a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and writes their names through.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function moveIntoPlace(draft: string, folder: string, exists: boolean): Promise<void> {
  const replaced = ownName(folder, "replaced");
  if (exists) await rename(folder, replaced);
  try {
    await rename(draft, folder);
  } catch (cause) {
    if (exists) await rename(replaced, folder);
    throw cause;
  }
  await syncFolder(dirname(folder));
  await rm(replaced, { recursive: true, force: true });
}

/** The path without links, of what may not be there yet. */
async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
    return join(await realPath(dirname(full)), basename(full));
  }
}

// `folder` is a path without links, `target` what the user wrote for it.

async function checkApart(
  folder: string,
  target: string,
  { path, files }: SourceCheckpoint,
): Promise<void> {
  const root = await realpath(path);
  const inside = await Promise.all(files.map((file) => realpath(file)));
  if (isIn(folder, root) || inside.some((file) => isIn(file, folder))) {
    throw gdaError(targetInSource, { folder: target, source: path });
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Whether there is a folder, which may be replaced. */
async function checkReplaceable(folder: string, target: string, force: boolean): Promise<boolean> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return false;
    throw error;
  }
  if (names.length > 0 && !force) throw gdaError(targetExists, { folder: target });
  const foreign = names.find((name) => !OWN_FILE.test(name));
  if (foreign !== undefined) throw gdaError(foreignInTarget, { folder: target, file: foreign });
  return true;
}

async function checkSpace(folder: string, target: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(folder));
  const free = bavail * bsize;
  if (bytes <= free) return;
  throw gdaError(noSpace, { folder: target, needed: byteSize(bytes), free: byteSize(free) });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
