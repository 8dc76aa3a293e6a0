import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { Diagnostic } from "../../grammar/diagnostic.js";
import {
  CONFIG_FILE,
  importedNames,
  lint,
  type LintConfig,
  type ReadConfig,
  readConfig,
  recommended,
} from "../lint/index.js";
import type { View } from "./document.js";
import { pathOf } from "./paths.js";

/** The lints of texts, each by the nearest `gda.config.json` above it. */
export class Lints {
  /** By folder; nothing where there is no configuration. */
  private readonly configs = new Map<string, ReadConfig | undefined>();

  of(view: View): readonly Diagnostic[] {
    return lint(view.analysis, this.configFor(pathOf(view.uri)), importedFrom(view));
  }

  /** Configurations are read anew when they are next asked for. */
  changed(): void {
    this.configs.clear();
  }

  private configFor(path: string | undefined): LintConfig {
    if (path === undefined) return recommended;
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const read = this.configIn(folder);
      if (read) return { ...read.config, ignores: () => read.config.ignores(path) };
      if (folder === posix.dirname(folder)) return recommended;
    }
  }

  private configIn(folder: string): ReadConfig | undefined {
    const known = this.configs.get(folder);
    if (known || this.configs.has(folder)) return known;
    const file = posix.join(folder, CONFIG_FILE);
    const text = textOf(file);
    const read = text === undefined ? undefined : readConfig(text, file);
    this.configs.set(folder, read);
    return read;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

const none: ReadonlySet<string> = new Set();

/** The names of a file that others of its workspace import. */
export function importedFrom({ file, workspace }: View): ReadonlySet<string> {
  const others = workspace.files().flatMap((name) => {
    const tree = name === file ? undefined : workspace.view(name)?.parsed.tree;
    return tree ? [{ file: name, tree }] : [];
  });
  return importedNames(others).get(file) ?? none;
}
