import { fileURLToPath, pathToFileURL } from "node:url";

/*
 * URIs of a client and absolute paths with `/` between their parts. A drive letter of Windows is
 * small, as editors write it, so that one file has one path.
 */

/** The path of a `file:` URI, or of the untitled document that is to be saved there. */
export function pathOf(
  uri: string,
  windows: boolean = process.platform === "win32",
): string | undefined {
  const place = uri.replace(/^untitled:(?=\/)/, "file://");
  if (!place.startsWith("file:")) return undefined;
  try {
    return withSmallDrive(fileURLToPath(place, { windows }).replaceAll(windows ? "\\" : "/", "/"));
  } catch {
    // Not a path of this system: a document of which only the text is known.
    return undefined;
  }
}

/** The URI of an absolute path. */
export function uriOf(path: string, windows: boolean = process.platform === "win32"): string {
  return pathToFileURL(path, { windows }).href;
}

/** The name of a path from a folder, where it lies in it. */
export function nameIn(folder: string, path: string): string | undefined {
  const inside = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(inside) ? path.slice(inside.length) : undefined;
}

function withSmallDrive(path: string): string {
  return path.replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}
