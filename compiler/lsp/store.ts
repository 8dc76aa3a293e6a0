import { readdirSync, readFileSync } from "node:fs";
import { nameIn, pathOf, uriOf } from "./paths.js";
import type { Store } from "./workspace.js";

/** A document as the client has it. */
export interface OpenText {
  readonly uri: string;
  getText(): string;
}

/** The open documents, each under its path, or under its URI if it has none. */
export type OpenTexts = ReadonlyMap<string, OpenText>;

export function keyOf(uri: string): string {
  return pathOf(uri) ?? uri;
}

/** How many folders are looked through for specs; a home folder that was opened has more. */
const MOST_FOLDERS = 2000;

/** The texts of a folder; without one those of single documents, by their whole paths. */
export class FolderStore implements Store {
  readonly folder: string | undefined;
  private readonly open: OpenTexts;
  /** The folders whose documents belong there and not here. */
  private readonly others: readonly string[];
  private found: readonly string[] | undefined;

  constructor(folder: string | undefined, others: readonly string[], open: OpenTexts) {
    this.folder = folder;
    this.others = others;
    this.open = open;
  }

  /** The name that a document has here, if it belongs here. */
  nameOf(uri: string): string | undefined {
    const key = keyOf(uri);
    if (this.folder !== undefined) return isAbsolute(key) ? nameIn(this.folder, key) : key;
    return this.others.some((folder) => nameIn(folder, key) !== undefined) ? undefined : key;
  }

  read(file: string): string | undefined {
    const path = this.pathTo(file);
    const open = this.open.get(path);
    if (open) return open.getText();
    if (!isAbsolute(path)) return undefined;
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
    } catch {
      // Not there, or no text: the import is told that there is no such file.
      return undefined;
    }
  }

  uriOf(file: string): string {
    const path = this.pathTo(file);
    return this.open.get(path)?.uri ?? (isAbsolute(path) ? uriOf(path) : path);
  }

  files(): readonly string[] {
    const { folder } = this;
    const open = [...this.open.values()].flatMap(({ uri }) => this.nameOf(uri) ?? []);
    if (folder !== undefined) this.found ??= specsIn(folder);
    return [...new Set([...open, ...(this.found ?? [])])].toSorted();
  }

  list(folder: string): readonly string[] {
    const path = this.pathTo(folder);
    if (!isAbsolute(path)) return [];
    return entriesOf(path).flatMap(({ name, isFolder }) =>
      isFolder ? [`${name}/`] : name.endsWith(".gda") ? [name] : [],
    );
  }

  /** Files came or went: the disk is looked at again when it is asked for. */
  changed(): void {
    this.found = undefined;
  }

  private pathTo(file: string): string {
    if (this.folder === undefined || isAbsolute(file) || this.open.has(file)) return file;
    return `${this.folder}/${file}`;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[a-z]:\//.test(path);
}

/** All specs below a folder, by name in order; packages and hidden folders are passed over. */
function specsIn(folder: string): readonly string[] {
  const files: string[] = [];
  const folders = [""];
  for (let next = 0; next < Math.min(folders.length, MOST_FOLDERS); next++) {
    const inside = folders[next] ?? "";
    for (const { name, isFolder } of entriesOf(`${folder}/${inside}`)) {
      if (isFolder) folders.push(`${inside}${name}/`);
      else if (name.endsWith(".gda")) files.push(`${inside}${name}`);
    }
  }
  return files.toSorted();
}

function entriesOf(
  folder: string,
): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .filter(
        ({ name, isFolder }) => !isFolder || !(name.startsWith(".") || name === "node_modules"),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that went, or that cannot be read, holds nothing.
    return [];
  }
}
