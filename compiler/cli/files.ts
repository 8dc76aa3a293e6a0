import { readFileSync, statSync } from "node:fs";
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { notText, unreadableFile, unwritablePath } from "./codes.js";
import { failure, reasonOf } from "./failure.js";

/** How a spec is read from standard input. */
export const STDIN = "-";

/** The text of a file, or of standard input. */
export async function readText(file: string): Promise<string> {
  return file === STDIN ? decode(file, await buffer(process.stdin)) : readTextFile(file);
}

/** The text of a file. */
export function readTextFile(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw failure(unreadableFile, { file, reason: reasonOf(error) });
  }
  return decode(file, bytes);
}

/** Reads what a spec imports; a file that is not there is a finding at the import. */
export function readImported(file: string): string | undefined {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile ? readTextFile(file) : undefined;
}

/** Replaces a file at once: nobody ever sees half of it, and its permissions stay. */
export async function replaceFile(file: string, content: string): Promise<void> {
  try {
    const target = await realpath(file);
    const draft = `${target}.${crypto.randomUUID()}`;
    const { mode } = await stat(target);
    try {
      await writeFile(draft, content, { mode, flag: "wx" });
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    throw failure(unwritablePath, { path: file, reason: reasonOf(error) });
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw failure(notText, { file }, "A spec is UTF-8 text; save it as such or name another file.");
  }
}
