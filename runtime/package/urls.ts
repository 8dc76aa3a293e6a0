import type { PackageReader } from "./package.js";

/** Not written in the import itself, so that bundlers for browsers do not look for it. */
const FILE_SYSTEM = "node:fs/promises";

/**
 * Reads a package's files where it lies: over the network in a browser, from the disk in Node. Each
 * file has a URL of its own, since bundlers move and rename what `new URL(…, import.meta.url)` names.
 */
export function readFromUrls(urls: Readonly<Record<string, URL>>): PackageReader {
  return async (path) => {
    const url = Object.hasOwn(urls, path) ? urls[path] : undefined;
    if (url === undefined) throw new Error("the package does not say where it is");
    if (url.protocol === "file:") return readFromDisk(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

async function readFromDisk(url: URL): Promise<Uint8Array> {
  const module: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ FILE_SYSTEM);
  if (!readsFiles(module)) throw new Error("there is no file system here");
  return module.readFile(url);
}

function readsFiles(
  module: unknown,
): module is { readonly readFile: (url: URL) => Promise<Uint8Array> } {
  return typeof module === "object" && module !== null && "readFile" in module;
}
