import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { LintConfig, ReadConfig } from "../lint/index.js";
import { readTextFile } from "./files.js";

interface Found extends ReadConfig {
  readonly path: string;
}

/** The configuration of each file: the one that is chosen, or else the nearest above it. */
export class Configs {
  readonly #chosen: string | undefined;
  readonly #read = new Map<string, Found>();

  constructor(chosen: string | undefined) {
    this.#chosen = chosen;
  }

  /** How a file is to be linted; nothing where its lints are not wanted. */
  async of(file: string): Promise<LintConfig | undefined> {
    const found = await this.#find(file);
    if (!found) return (await import("../lint/index.js")).recommended;
    return found.config.ignores(withSlashes(resolve(file))) ? undefined : found.config;
  }

  /** The configurations that were read, with what is wrong in them. */
  all(): readonly Found[] {
    return [...this.#read.values()];
  }

  async #find(file: string): Promise<Found | undefined> {
    const { CONFIG_FILE, readConfig } = await import("../lint/index.js");
    const path = this.#chosen === undefined ? above(file, CONFIG_FILE) : resolve(this.#chosen);
    if (path === undefined) return undefined;
    const known = this.#read.get(path);
    if (known) return known;
    const shown = withSlashes(this.#chosen ?? relative(process.cwd(), path));
    const found = { ...readConfig(readTextFile(shown), shown, withSlashes(path)), path };
    this.#read.set(path, found);
    return found;
  }
}

function withSlashes(path: string): string {
  return path.replaceAll(sep, "/");
}

/** The nearest file of a name in the folder of a file or above it. */
function above(file: string, name: string): string | undefined {
  let folder = dirname(resolve(file));
  for (;;) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
