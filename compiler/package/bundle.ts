import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { packageRoot } from "../package-root.js";
import type { RuntimeBundle } from "./input.js";

/** Reads the runtime as `npm run build` leaves it in `dist/`. */
export async function readRuntimeBundle(
  dist = join(packageRoot(), "dist"),
): Promise<RuntimeBundle> {
  const js = await readFile(join(dist, "runtime.js"), "utf8");
  return { js, declarations: await declarationsFrom(join(dist, "runtime")) };
}

/** `index.d.ts` and what it imports; the folder may hold more, of earlier builds too. */
async function declarationsFrom(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = ["index.d.ts"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const text = await readFile(join(folder, path), "utf8");
    found.set(path, text);
    for (const [, module = ""] of text.matchAll(/\bfrom "(\.[^"]+)\.js"/g)) {
      waiting.push(`${posix.join(posix.dirname(path), module)}.d.ts`);
    }
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
