import { type Parsed, parseSections, readSection, type Section } from "../../grammar/parse.js";
import { relocate } from "../../grammar/relocate.js";
import { type Anchor, MovingSpan, type Source } from "../../grammar/span.js";

/** A section that was read, and where its text stands now. */
interface Known {
  readonly section: Section;
  readonly anchor: { start: number };
}

/**
 * Reads the versions of one file's text one after another. A section whose text was there before
 * keeps its nodes, and their spans move to where it stands now: the trees of earlier versions are
 * of no use any more.
 */
export class Rereader {
  /** By text; a text may stand in a file several times. */
  private known = new Map<string, Known[]>();
  private last: { readonly text: string; readonly parsed: Parsed } | undefined;

  parse(source: Source): Parsed {
    if (this.last?.text === source.text) return this.last.parsed;
    const now = new Map<string, Known[]>();
    const parsed = parseSections(source, ({ file, text }, start) => {
      const { section, anchor } = this.known.get(text)?.shift() ?? readMoving({ file, text });
      anchor.start = start;
      const same = now.get(text);
      if (same) same.push({ section, anchor });
      else now.set(text, [{ section, anchor }]);
      return section;
    });
    this.known = now;
    this.last = { text: source.text, parsed };
    return parsed;
  }
}

function readMoving(source: Source): Known {
  const anchor: Anchor = { start: 0 };
  const section = readSection(source);
  relocate(section, (span) => new MovingSpan(source.file, anchor, span));
  return { section, anchor };
}
