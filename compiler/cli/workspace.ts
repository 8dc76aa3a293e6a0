import { normalize } from "../names/paths.js";
import type { Analysis } from "../analyze.js";
import { readImported, readTextFile } from "./files.js";
import type { SpecOptions } from "./spec-options.js";
import type { Spec } from "./specs.js";

/** An analysis, and every text that it rests on; one that was not there is `undefined`. */
interface Known {
  readonly analysis: Analysis;
  readonly read: ReadonlyMap<string, string | undefined>;
}

/** Analyses specs from disk, each again only after a text has changed that it rests on. */
export class Workspace {
  readonly #options: SpecOptions;
  /** Texts that stand for what is on disk, by normalised path. */
  readonly #texts = new Map<string, string>();
  readonly #known = new Map<string, Known>();

  constructor(options: SpecOptions) {
    this.#options = options;
  }

  /** Puts a text in the place of a file; without one, the file counts again. */
  replace(file: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(normalize(file));
    else this.#texts.set(normalize(file), text);
  }

  /** The text of a spec. Throws GDA8001 or GDA8002 where it cannot be read. */
  text(file: string): string {
    return this.#texts.get(normalize(file)) ?? readTextFile(file);
  }

  async analysis({ file, text }: Spec): Promise<Analysis> {
    if (text !== undefined && !this.#texts.has(normalize(file))) this.replace(file, text);
    const known = this.#known.get(file);
    if (known && [...known.read].every(([name, before]) => this.#read(name, file) === before)) {
      return known.analysis;
    }
    const { analyze } = await import("../analyze.js");
    const read = new Map<string, string | undefined>();
    const host = {
      read: (name: string) => {
        const content = this.#read(name, file);
        read.set(name, content);
        return content;
      },
    };
    const { param: params, allowOutside } = this.#options;
    const analysis = analyze(file, host, { params, allowOutside: allowOutside === true });
    this.#known.set(file, { analysis, read });
    return analysis;
  }

  /** Every file that an analysis asked for, there or not. */
  asked(): ReadonlySet<string> {
    return new Set([...this.#known.values()].flatMap(({ read }) => [...read.keys()]));
  }

  #read(name: string, entry: string): string | undefined {
    return name === entry
      ? this.text(name)
      : (this.#texts.get(normalize(name)) ?? readImported(name));
  }
}
