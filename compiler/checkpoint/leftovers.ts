import { readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { gdaError } from "../../runtime/error.js";
import { busyTarget } from "./codes.js";

/** What lies beside a folder while it is written: the new one, and the one that it replaces. */
type Stage = "draft" | "replaced";

const HOST = hostname().replaceAll(/\W/g, "_");

/** The name beside a folder that this process uses; it tells another run who is writing. */
export function ownName(folder: string, stage: Stage): string {
  return `${folder}.${stage}-${HOST}-${process.pid}`;
}

/**
 * Removes what killed runs left beside a folder. A folder that was being replaced when the run died
 * comes back, unless the new one had taken its place. Throws GDA8218 where the run is not known to
 * be dead.
 */
export async function clearLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(`${basename(folder)}.`)) continue;
    const own = /^(draft|replaced)-(\w+)-(\d+)$/.exec(name.slice(basename(folder).length + 1));
    if (own === null) continue;
    const [, stage, host, pid] = own;
    const left = join(parent, name);
    if (host !== HOST || isRunning(Number(pid))) {
      throw gdaError(busyTarget, { folder, draft: left });
    }
    if (stage === "replaced" && !(await isThere(folder))) await rename(left, folder);
    else await rm(left, { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Without the permission to signal it, it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
