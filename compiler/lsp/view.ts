import type { IToken } from "chevrotain";
import type { Position, Range } from "vscode-languageserver";
import { Findings } from "../../grammar/findings.js";
import { limits } from "../../grammar/limits.js";
import type { Parsed } from "../../grammar/parse.js";
import { scan } from "../../grammar/scan.js";
import { createSource } from "../../grammar/source.js";
import type { Source, Span } from "../../grammar/span.js";
import type { Analysis, Analyst } from "../analyze.js";
import type { LineIndex } from "../diagnostics/lines.js";
import type { Host, Loaded } from "../names/load.js";
import type { Module } from "../names/module.js";
import type { View, Workspace } from "./document.js";

/** A text as a client has it, and what a workspace knows to say of it. */
export interface Text {
  readonly uri: string;
  readonly file: string;
  /** With the byte order mark, if the client has one. */
  readonly text: string;
}

/** The view of a text of a workspace. */
export class TextView implements View {
  readonly uri: string;
  readonly file: string;
  readonly source: Source;
  readonly workspace: Workspace;
  private readonly analyst: Analyst;
  private readonly host: Required<Host>;
  /** How many units the client counts before the text: those of a byte order mark. */
  private readonly before: number;
  private read: Loaded | undefined;
  private checked: Analysis | undefined;
  private scanned: readonly IToken[] | undefined;
  /** The files that were asked for, there or not. */
  private readonly asked = new Set<string>();

  constructor(
    { uri, file, text }: Text,
    host: Required<Host>,
    analyst: Analyst,
    workspace: Workspace,
  ) {
    this.uri = uri;
    this.file = file;
    this.source = createSource(file, text);
    this.before = text.length - this.source.text.length;
    const read = (name: string): string | undefined => {
      this.asked.add(name);
      return host.read(name);
    };
    this.host = { ...host, read };
    this.analyst = analyst;
    this.workspace = workspace;
  }

  get lines(): LineIndex {
    return this.module.lines;
  }

  get parsed(): Parsed {
    return this.host.parse(this.source);
  }

  get tokens(): readonly IToken[] {
    this.scanned ??=
      this.source.text.length > limits.characters
        ? []
        : scan(this.source, new Findings(this.file)).tokens;
    return this.scanned;
  }

  get module(): Module {
    return this.loaded.entry;
  }

  get analysis(): Analysis {
    this.checked ??= this.analyst.check(this.loaded);
    return this.checked;
  }

  private get loaded(): Loaded {
    this.read ??= this.analyst.load(this.file, this.host);
    return this.read;
  }

  /** Whether what is known of this text would be different with another text of that file. */
  restsOn(name: string): boolean {
    return this.asked.has(name);
  }

  offsetAt({ line, character }: Position): number {
    const { start, text } = this.lines.line(line + 1);
    const unit = line === 0 ? Math.max(character - this.before, 0) : character;
    return start + Math.min(unit, text.length);
  }

  rangeOf({ start, end }: Span): Range {
    return { start: this.positionOf(start), end: this.positionOf(end) };
  }

  private positionOf(offset: number): Position {
    const { line, column } = this.lines.position(offset);
    return { line: line - 1, character: column - 1 + (line === 1 ? this.before : 0) };
  }
}
