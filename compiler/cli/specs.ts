import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { sep } from "node:path";
import { noSpecs, nothingToLint } from "../lint/codes.js";
import { unreadableFile } from "./codes.js";
import { failure, reasonOf } from "./failure.js";
import { readText, STDIN } from "./files.js";

/** A spec that a command is to look at: a file, or a text that stands for one. */
export interface Spec {
  /** The name that messages have for it. */
  readonly file: string;
  /** What is read in its place. */
  readonly text: string | undefined;
}

/**
 * The specs that arguments name: files as they are, all `.gda` files below folders (not below
 * `node_modules`, nor folders whose name begins with a dot), and standard input under the name that
 * it is given. Each once.
 */
export async function specsIn(
  paths: readonly string[],
  verb: string,
  stdinFilename: string | undefined,
): Promise<readonly Spec[]> {
  if (paths.length === 0) throw failure(nothingToLint, { verb }, `\`gda ${verb} .\` takes all.`);
  const specs: Spec[] = [];
  for (const path of paths) {
    if (path === STDIN)
      specs.push({ file: named(stdinFilename ?? STDIN), text: await readText(path) });
    else if (await isFolder(path)) specs.push(...(await inFolder(path)));
    else specs.push({ file: named(path), text: undefined });
  }
  return specs.filter(({ file }, i) => specs.findIndex((spec) => spec.file === file) === i);
}

/** Whether a folder of this name is passed over. */
export function isPassedOver(name: string): boolean {
  return name === "node_modules" || (name.startsWith(".") && !/^\.+$/.test(name));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw failure(unreadableFile, { file: path, reason: reasonOf(error) });
  }
}

async function inFolder(folder: string): Promise<readonly Spec[]> {
  const found = await walk(named(folder).replace(/\/+$/, "") || "/");
  if (found.length === 0) throw failure(noSpecs, { folder });
  return found.map((file) => ({ file, text: undefined }));
}

/** In the order of names, so that every machine gives the same. */
async function walk(folder: string): Promise<readonly string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw failure(unreadableFile, { file: folder, reason: reasonOf(error) });
  }
  const found: string[] = [];
  for (const entry of entries.toSorted(
    (a, b) => Number(a.name > b.name) - Number(a.name < b.name),
  )) {
    const path = folder === "." ? entry.name : `${folder.replace(/\/$/, "")}/${entry.name}`;
    if (entry.isDirectory() && !isPassedOver(entry.name)) found.push(...(await walk(path)));
    else if (entry.isFile() && entry.name.endsWith(".gda")) found.push(path);
  }
  return found;
}

/** Messages have `/` on every system. */
function named(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
