import type { Range } from "vscode-languageserver";
import type { Parsed } from "../../grammar/parse.js";
import type { Source, SourceSpan } from "../../grammar/span.js";
import { Analyst } from "../analyze.js";
import { builtIn } from "../names/families.js";
import type { View, Workspace } from "./document.js";
import { Rereader } from "./rereader.js";
import { TextView } from "./view.js";

/** Where the texts of a workspace come from; files are named as in `View`. */
export interface Store {
  /** The text of a file, open or on disk. */
  read(file: string): string | undefined;
  uriOf(file: string): string;
  files(): readonly string[];
  list(folder: string): readonly string[];
}

/** A workspace over a store, which keeps what it has worked out until it hears of a change. */
export class StoredWorkspace implements Workspace {
  private readonly store: Store;
  private readonly views = new Map<string, TextView>();
  private readonly rereaders = new Map<string, Rereader>();
  private readonly analysts = new Map<string, Analyst>();

  constructor(store: Store) {
    this.store = store;
  }

  view(file: string): View | undefined {
    const known = this.views.get(file);
    if (known) return known;
    const text = this.read(file);
    if (text === undefined) return undefined;
    const uri = file === builtIn.file ? file : this.store.uriOf(file);
    const host = {
      read: (name: string) => this.read(name),
      parse: (source: Source) => this.parse(source),
    };
    const analyst = this.analysts.get(file) ?? new Analyst();
    this.analysts.set(file, analyst);
    const view = new TextView({ uri, file, text }, host, analyst, this);
    this.views.set(file, view);
    return view;
  }

  files(): readonly string[] {
    return this.store.files();
  }

  list(folder: string): readonly string[] {
    return this.store.list(folder);
  }

  locate(span: SourceSpan): { readonly uri: string; readonly range: Range } | undefined {
    const view = this.view(span.file);
    return view && { uri: view.uri, range: view.rangeOf(span) };
  }

  /** Forgets what rests on a text, and gives the files that do. */
  changed(file: string): readonly string[] {
    const resting = [...this.views].filter(([name, view]) => name === file || view.restsOn(file));
    for (const [name] of resting) this.views.delete(name);
    return resting.map(([name]) => name);
  }

  /** Forgets all that was worked out of a file, for one that is closed, or after a failure. */
  forget(file: string): void {
    this.views.delete(file);
    this.analysts.delete(file);
  }

  private read(file: string): string | undefined {
    return file === builtIn.file ? builtIn.text : this.store.read(file);
  }

  private parse(source: Source): Parsed {
    const rereader = this.rereaders.get(source.file) ?? new Rereader();
    this.rereaders.set(source.file, rereader);
    return rereader.parse(source);
  }
}
