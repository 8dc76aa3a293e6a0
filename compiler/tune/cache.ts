import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { version } from "../version.js";
import type { TunedAdapter } from "./adapter.js";
import { checkEntry, type TunedEntry } from "./entry.js";

/** What a folder of tuning results holds, and what of it cannot be used. */
export interface TunedCache {
  /** Of this compiler, the newest last. */
  readonly entries: readonly TunedEntry[];
  readonly damaged: readonly { readonly file: string; readonly problem: string }[];
}

/** Where results are kept: `gda/tuned` in the user's cache folder. */
export function tunedFolder(): string {
  const set = process.env["XDG_CACHE_HOME"];
  const root = set === undefined || set === "" ? join(homedir(), ".cache") : set;
  return join(root, "gda", "tuned");
}

/** Writes a result so that whoever reads meanwhile sees the old one or the new one. */
export async function keepTuned(entry: TunedEntry, folder = tunedFolder()): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, fileOf(entry.adapter, entry.key));
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(entry, undefined, 2)}\n`);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads all results. Those of other compilers rest; a damaged file is told of and left alone. */
export async function readTuned(folder = tunedFolder()): Promise<TunedCache> {
  const entries: TunedEntry[] = [];
  const damaged: { file: string; problem: string }[] = [];
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    try {
      const entry: unknown = JSON.parse(await readFile(file, "utf8"));
      checkEntry(entry);
      if (entry.compiler === version) entries.push(entry);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // The checks are those of manifests, whose advice does not fit here.
      const [what = problem] = problem.replace(" in `manifest.json`", "").split(". ");
      damaged.push({ file, problem: what.replace(/\.$/, "") });
    }
  }
  return { entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)), damaged };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".json")).toSorted();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** One file for an adapter, an operation and a compiler: the next result takes the place of the last. */
function fileOf(adapter: TunedAdapter, key: string): string {
  const hash = createHash("sha256").update(JSON.stringify([adapter, key, version]));
  return `${hash.digest("hex").slice(0, 32)}.json`;
}
