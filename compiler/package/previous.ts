import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gdaError } from "../../runtime/error.js";
import { notAPackage } from "./codes.js";

/**
 * The paths of the files that an earlier build put into a folder; none for an empty folder,
 * `undefined` where there is no folder. Throws GDA8101 for a folder with anything else in it.
 */
export async function previousFiles(folder: string): Promise<ReadonlySet<string> | undefined> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  if (names.length === 0) return new Set();
  const listed = names.includes("manifest.json")
    ? listedFiles(await readFile(join(folder, "manifest.json"), "utf8"))
    : undefined;
  if (listed === undefined) throw gdaError(notAPackage, { folder });
  return new Set([...listed, "manifest.json"]);
}

/** What a manifest lists, of any schema; `undefined` for JSON that is no manifest. */
function listedFiles(text: string): readonly string[] | undefined {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof manifest !== "object" || manifest === null) return undefined;
  if (!("schema" in manifest) || !("files" in manifest)) return undefined;
  const { schema, files } = manifest;
  if (typeof schema !== "number" || typeof files !== "object" || files === null) return undefined;
  const paths = Object.keys(files);
  return paths.every(isInside) ? paths : undefined;
}

/** Nothing outside the folder is ever removed, whatever a manifest says. */
function isInside(path: string): boolean {
  return path.split("/").every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}
