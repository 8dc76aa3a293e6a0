import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { parse, type Parsed } from "../../grammar/parse.js";
import { createSource } from "../../grammar/source.js";
import type { Source, Span } from "../../grammar/span.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import { syntax } from "../../grammar/syntax.js";
import type { Import, Name, Text } from "../../grammar/tree.js";
import { names as codes } from "./codes.js";
import { builtIn } from "./families.js";
import { type Module, within } from "./module.js";
import { NameTable } from "./name-table.js";
import { importedFile, isInside, normalize, rootOf } from "./paths.js";
import { ReadModule, type Version } from "./read-module.js";
import { Recall } from "./recall.js";
import { suspects } from "./suspect.js";

/** Where files come from. Paths are '/'-separated, relative to the project root or absolute. */
export interface Host {
  readonly read: (file: string) => string | undefined;
  /** Reads a source in place of the parser, for a host that has read it before. */
  readonly parse?: (source: Source) => Parsed;
}

/** The files of an analysis, each with its names. */
export interface Loaded {
  readonly entry: Module;
  /** Every file that was read, the entry among them, by the file name that spans carry. */
  readonly modules: ReadonlyMap<string, Module>;
  readonly sources: ReadonlyMap<string, Source>;
  /** Of files in which the parser found mistakes that may hide something, the items with those. */
  readonly broken: ReadonlyMap<string, readonly Span[]>;
  readonly findings: readonly Diagnostic[];
}

/** Reads a file and all that it imports. */
export function load(
  entry: string,
  host: Host,
  allowOutside: boolean,
  memory: Memory = { modules: new Map(), recall: new Recall() },
): Loaded {
  const loader = new Loader(entry, host, allowOutside, memory);
  const module = loader.entry();
  return {
    entry: module,
    modules: new Map([...loader.modules.values()].map((each) => [each.file, each])),
    sources: loader.sources,
    broken: loader.broken,
    findings: loader.findings,
  };
}

/** What is the same in every analysis of an entry: its modules, and who remembers for them. */
export interface Memory {
  readonly modules: Map<string, ReadModule>;
  readonly recall: Recall;
}

/** Mistakes that leave the tree as it was meant: beside them everything else is checked as ever. */
const mended: ReadonlySet<string> = new Set(
  [
    syntax.missingSeparator,
    syntax.missingComma,
    syntax.extraComma,
    syntax.missingColon,
    syntax.valueOnNextLine,
    syntax.unitApart,
    syntax.oddSpace,
    syntax.hiddenCharacter,
    syntax.otherComment,
    syntax.strayDoc,
  ].map(({ code }) => code),
);

class Loader {
  /** By normalised path, when all that they import has been read. */
  readonly modules = new Map<string, Module>();
  readonly sources = new Map<string, Source>();
  readonly broken = new Map<string, readonly Span[]>();
  readonly findings: Diagnostic[] = [];
  /** The files whose imports are being read, each imported by the one before it. */
  private readonly open: string[] = [];
  private readonly file: string;
  private readonly host: Host;
  private readonly memory: Memory;
  private readonly root: string | undefined;

  constructor(entry: string, host: Host, allowOutside: boolean, memory: Memory) {
    this.memory = memory;
    this.file = entry;
    this.host = host;
    this.root = allowOutside ? undefined : rootOf(normalize(entry));
  }

  entry(): Module {
    const text = this.host.read(this.file);
    if (text === undefined) {
      const span = { file: this.file, start: 0, end: 0 };
      this.findings.push(diagnose(codes.noFile, span, { file: this.file }));
    }
    return this.module(createSource(this.file, text ?? ""), normalize(this.file));
  }

  private module(source: Source, key: string): Module {
    this.sources.set(source.file, source);
    this.open.push(key);
    const { tree, diagnostics } = (this.host.parse ?? parse)(source);
    this.findings.push(...diagnostics);
    const table = new NameTable((finding) => this.findings.push(finding));
    const { names } = table;
    const { file, text } = source;
    const mistakes = diagnostics.filter(({ code }) => !mended.has(code));
    const module = this.remembered(file, { text, tree, names, mistakes });
    if (mistakes.length > 0) this.broken.set(file, suspects(module, diagnostics));
    for (const statement of tree.imports) this.import(statement, module, key, table);
    for (const declaration of tree.declarations) {
      const { name } = declaration;
      if (name) table.declare(name, { declaration, module }, module);
    }
    this.open.pop();
    this.modules.set(key, module);
    return module;
  }

  private remembered(file: string, version: Version): Module {
    const { modules, recall } = this.memory;
    const known = modules.get(file);
    known?.become(version);
    const module = known ?? new ReadModule(file, version, recall);
    modules.set(file, module);
    return module;
  }

  private import(statement: Import, module: Module, key: string, table: NameTable): void {
    const target = statement.from && this.imported(statement.from, module, key);
    for (const { name, as } of statement.names) {
      const found = target?.names.get(name.text);
      const declared = found?.module === target ? found : undefined;
      if (target && !declared) this.unknownImport(name, target, module);
      table.declare(as ?? name, declared, module);
    }
  }

  /** The module that an import names; what keeps it from being read is reported at the path. */
  private imported(from: Text, module: Module, key: string): Module | undefined {
    const span = within(module, from.span);
    const path = from.value;
    if (path === builtIn.file) return this.modules.get(path) ?? this.module(builtIn, path);
    const file = importedFile(key, path);
    if (path.startsWith("gda:")) {
      const help = [`The only file built in is \`${builtIn.file}\`.`];
      this.findings.push(diagnose(codes.noFile, span, { file: path }, { help }));
      return undefined;
    }
    if (this.root !== undefined && !isInside(file, this.root)) {
      const help = ["`--allow-outside` lets imports leave it."];
      this.findings.push(diagnose(codes.outsideRoot, span, { path }, { help }));
      return undefined;
    }
    if (this.open.includes(file)) {
      const cycle = [...this.open.slice(this.open.indexOf(file)), file];
      const files = cycle.map((each) => `\`${each}\``).join(" → ");
      this.findings.push(diagnose(codes.importCycle, span, { files }));
      return undefined;
    }
    const known = this.modules.get(file);
    if (known) return known;
    const text = this.host.read(file);
    if (text !== undefined) return this.module(createSource(file, text), file);
    this.findings.push(diagnose(codes.noFile, span, { file: path }));
    return undefined;
  }

  private unknownImport(name: Name, target: Module, module: Module): void {
    const home = target.names.get(name.text)?.module.file;
    const near = suggest(name.text, target.names.keys());
    const hint =
      home !== undefined ? `; \`${home}\` does.` : near.length === 0 ? "." : didYouMean(near);
    const parameters = { file: target.file, name: name.text, hint };
    this.findings.push(diagnose(codes.unknownImport, within(module, name.span), parameters));
  }
}
