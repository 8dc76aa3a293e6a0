import type { Diagnostic } from "../../grammar/diagnostic.js";
import { syntax } from "../../grammar/syntax.js";
import type { Span } from "../../grammar/span.js";
import type { SourceFile } from "../../grammar/tree.js";
import { LineIndex } from "../diagnostics/lines.js";
import type { Module, Named } from "./module.js";
import type { Recall } from "./recall.js";

/** What a file says in one version of its text. */
export interface Version {
  readonly text: string;
  readonly tree: SourceFile;
  readonly names: ReadonlyMap<string, Named>;
  /** The mistakes of the parser that may hide something, in the order of the text. */
  readonly mistakes: readonly Diagnostic[];
}

/**
 * The module of a file through the versions of its text. What is asked of it is noted where it is
 * asked for an answer that may be kept.
 */
export class ReadModule implements Module {
  readonly file: string;
  private readonly recall: Recall;
  private version: Version;
  private index: LineIndex | undefined;
  private tracked: ReadonlyMap<string, Named>;
  private starts: readonly number[] | undefined;

  constructor(file: string, version: Version, recall: Recall) {
    this.file = file;
    this.version = version;
    this.recall = recall;
    this.tracked = this.track(version);
  }

  become(version: Version): void {
    this.version = version;
    this.index = undefined;
    this.starts = undefined;
    this.tracked = this.track(version);
  }

  get text(): string {
    return this.version.text;
  }

  get tree(): SourceFile {
    return this.version.tree;
  }

  get names(): ReadonlyMap<string, Named> {
    return this.tracked;
  }

  get lines(): LineIndex {
    this.index ??= new LineIndex(this.text);
    return this.index;
  }

  lineAt(span: Span): number {
    const line = this.lines.position(span.start).line;
    const holds = (): boolean => this.lines.position(span.start).line === line;
    this.recall.note({ key: `line ${span.start} ${this.file}`, holds });
    return line;
  }

  isBroken(declaration: Span): boolean {
    const broken = this.hasMistake(declaration);
    const holds = (): boolean => this.hasMistake(declaration) === broken;
    this.recall.note({ key: `broken ${declaration.start} ${this.file}`, holds });
    return broken;
  }

  /** Whether a mistake lies in a declaration or behind it, before the next. */
  private hasMistake({ start }: Span): boolean {
    const { tree, mistakes } = this.version;
    if (mistakes.length === 0) return false;
    this.starts ??= tree.declarations.map(({ span }) => span.start);
    const next = this.starts.find((each) => each > start) ?? Infinity;
    return mistakes.some(({ code, primary: { span } }) => {
      // Behind the last mistake that was told there may be more.
      if (code === syntax.moreMistakes.code) return span.start < next;
      return start <= span.start && span.start < next;
    });
  }

  private track({ names }: Version): ReadonlyMap<string, Named> {
    return new Noted(
      names,
      (name) => this.noteName(name),
      () => this.noteAll(),
    );
  }

  private noteName(name: string): void {
    const [had, was] = [this.version.names.has(name), this.version.names.get(name)];
    const holds = (): boolean => {
      const { names } = this.version;
      return names.has(name) === had && names.get(name)?.declaration === was?.declaration;
    };
    this.recall.note({ key: `name ${name} ${this.file}`, holds });
  }

  private noteAll(): void {
    const were = listOf(this.version);
    this.recall.note({ key: `names ${this.file}`, holds: () => listOf(this.version) === were });
  }
}

function listOf({ names }: Version): string {
  return Array.from(names, ([name, named]) => `${name} ${named?.declaration.kind}`).join("\n");
}

/** A map that tells when it is asked for a name, or for all of them. */
class Noted implements ReadonlyMap<string, Named> {
  private readonly map: ReadonlyMap<string, Named>;
  private readonly ofName: (name: string) => void;
  private readonly ofAll: () => void;

  constructor(map: ReadonlyMap<string, Named>, ofName: (name: string) => void, ofAll: () => void) {
    this.map = map;
    this.ofName = ofName;
    this.ofAll = ofAll;
  }

  get(name: string): Named {
    this.ofName(name);
    return this.map.get(name);
  }

  has(name: string): boolean {
    this.ofName(name);
    return this.map.has(name);
  }

  get size(): number {
    return this.all.size;
  }

  keys(): MapIterator<string> {
    return this.all.keys();
  }

  values(): MapIterator<Named> {
    return this.all.values();
  }

  entries(): MapIterator<[string, Named]> {
    return this.all.entries();
  }

  forEach(call: (named: Named, name: string, map: ReadonlyMap<string, Named>) => void): void {
    this.all.forEach((named, name) => call(named, name, this));
  }

  [Symbol.iterator](): MapIterator<[string, Named]> {
    return this.all[Symbol.iterator]();
  }

  private get all(): ReadonlyMap<string, Named> {
    this.ofAll();
    return this.map;
  }
}
