import { brokenManifest, changedFile, unknownSchema, unreadablePackageFile } from "../codes.js";
import { gdaError, reasonOf } from "../error.js";
import type { Manifest } from "../manifest.js";
import { checkManifest } from "./manifest-check.js";
import { checkReferences } from "./references.js";

/** The schema that this runtime reads. */
const SCHEMA = 1;

/** Reads one file of a package, by its path in the package. */
export type PackageReader = (path: string) => Promise<Uint8Array>;

/** A kernel package as data: nothing of it is run. */
export interface Package {
  readonly manifest: Manifest;
  /** The text of a file that the manifest lists, once its SHA-256 is seen to be right. */
  readonly text: (path: string) => Promise<string>;
}

/**
 * Reads and checks a package's manifest. Throws GDA7101 for a file that cannot be read, GDA7102 to
 * GDA7104 for a manifest that is not sound, and later, from `text`, GDA7105 for a changed file.
 */
export async function readPackage(reader: PackageReader): Promise<Package> {
  const manifest = parseManifest(decode(await readFile(reader, "manifest.json")));
  return {
    manifest,
    text: async (path) => {
      const bytes = await readFile(reader, path);
      const expected = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
      const actual = await sha256(bytes);
      if (actual !== expected) {
        throw gdaError(changedFile, { path, expected: expected ?? "listed", actual });
      }
      return decode(bytes);
    },
  };
}

/** Reads a manifest's text. Throws GDA7102 to GDA7104 where it is not sound. */
export function parseManifest(text: string): Manifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    throw gdaError(brokenManifest, { reason: reasonOf(cause) }, cause);
  }
  checkSchema(manifest);
  checkManifest(manifest, "");
  checkReferences(manifest);
  return manifest;
}

/** Told apart from a damaged field: the package may be sound and merely newer. */
function checkSchema(manifest: unknown): void {
  if (typeof manifest !== "object" || manifest === null || !("schema" in manifest)) return;
  const { schema } = manifest;
  if (schema === SCHEMA || typeof schema !== "number") return;
  throw gdaError(unknownSchema, { schema: String(schema), known: SCHEMA });
}

async function readFile(reader: PackageReader, path: string): Promise<Uint8Array> {
  try {
    return await reader(path);
  } catch (cause) {
    throw gdaError(unreadablePackageFile, { path, reason: reasonOf(cause) }, cause);
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

async function sha256(bytes: Uint8Array): Promise<string> {
  // A copy: the bytes may be a view of shared memory, which a digest refuses.
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
