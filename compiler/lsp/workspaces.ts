import type { View } from "./document.js";
import { pathOf } from "./paths.js";
import { FolderStore, keyOf, type OpenText } from "./store.js";
import { StoredWorkspace } from "./workspace.js";

interface Member {
  readonly store: FolderStore;
  readonly workspace: StoredWorkspace;
}

/** The folders that a client has open, and the documents in and outside them. */
export class Workspaces {
  private readonly open = new Map<string, OpenText>();
  /** The innermost folder first; at the end what takes the documents of no folder. */
  private members: readonly Member[] = [this.member(undefined, [])];

  setFolders(uris: readonly string[]): void {
    const folders = uris.flatMap((uri) => pathOf(uri)?.replace(/(?<=.)\/$/, "") ?? []);
    const inner = folders.toSorted((a, b) => b.length - a.length);
    this.members = [
      ...inner.map((folder) => this.member(folder, [])),
      this.member(undefined, inner),
    ];
  }

  opened(document: OpenText): void {
    this.open.set(keyOf(document.uri), document);
  }

  closed(uri: string): void {
    this.open.delete(keyOf(uri));
    const { workspace, file } = this.place(uri);
    workspace.forget(file);
  }

  /** The view of a document that is open. */
  view(uri: string): View | undefined {
    if (!this.open.has(keyOf(uri))) return undefined;
    const { workspace, file } = this.place(uri);
    return workspace.view(file);
  }

  all(): readonly StoredWorkspace[] {
    return this.members.map(({ workspace }) => workspace);
  }

  /** The URIs of the open documents that rest on a text that has changed, itself included. */
  changed(uri: string): readonly string[] {
    const uris: string[] = [];
    for (const { store, workspace } of this.members) {
      const file = store.nameOf(uri);
      if (file !== undefined)
        uris.push(...workspace.changed(file).map((each) => store.uriOf(each)));
    }
    return uris.filter((each) => this.open.has(keyOf(each)));
  }

  /** Files came or went on the disk. */
  filesChanged(): void {
    for (const { store } of this.members) store.changed();
  }

  /** Where a document belongs: in the innermost folder that holds it. */
  private place(uri: string): { readonly workspace: StoredWorkspace; readonly file: string } {
    for (const { store, workspace } of this.members) {
      const file = store.nameOf(uri);
      if (file !== undefined) return { workspace, file };
    }
    throw new Error("the last member takes every document");
  }

  private member(folder: string | undefined, others: readonly string[]): Member {
    const store = new FolderStore(folder, others, this.open);
    return { store, workspace: new StoredWorkspace(store) };
  }
}
