import { randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { lstat, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar";

const PACKAGE = "@sparticuz/chromium";
const DRIVER = "vk_swiftshader_icd.json";
const FILES = [DRIVER, "libvk_swiftshader.so", "libvulkan.so.1"];

/**
 * Unpacks SwiftShader, a Vulkan driver for the CPU with a loader of its own, and returns the
 * environment that selects it; `undefined` where the optional package that carries it is not installed.
 */
export async function swiftShaderEnvironment(): Promise<Record<string, string> | undefined> {
  const root = packageRoot();
  if (root === undefined) return undefined;
  const folder = join(await cacheFolder(), `swiftshader-${await packageVersion(root)}`);
  if (!existsSync(folder)) await unpack(join(root, "bin", "swiftshader.tar.br"), folder);
  const inherited = process.env["LD_LIBRARY_PATH"];
  return {
    VK_DRIVER_FILES: join(folder, DRIVER),
    LD_LIBRARY_PATH: inherited ? `${folder}:${inherited}` : folder,
  };
}

/** The package exports only its code, two folders below its root. */
function packageRoot(): string | undefined {
  // SwiftShader's library is built for one platform only.
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), "..", "..");
  } catch {
    return undefined;
  }
}

async function packageVersion(root: string): Promise<string> {
  const text = await readFile(join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

async function cacheFolder(): Promise<string> {
  const folder = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "gda");
  try {
    await mkdir(folder, { recursive: true });
    return folder;
  } catch {
    // A home that is missing or read-only, as in many containers.
    return privateTemporaryFolder();
  }
}

/** Anyone can make this folder first, and code is loaded from it, so it has to be this user's. */
async function privateTemporaryFolder(): Promise<string> {
  const { uid } = userInfo();
  const folder = join(tmpdir(), `gda-${uid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await lstat(folder)).uid !== uid) throw new Error(`${folder} belongs to another user`);
  return folder;
}

/** Unpacks beside the folder and renames, so that a folder of that name is always complete. */
async function unpack(archive: string, folder: string): Promise<void> {
  const draft = `${folder}.${randomUUID()}`;
  await mkdir(draft);
  try {
    const files = extract({ cwd: draft, filter: (path) => FILES.includes(path), strict: true });
    await pipeline(createReadStream(archive), createBrotliDecompress(), files);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have put the same files there first; then they serve as well.
    if (!existsSync(folder)) throw error;
  }
}
