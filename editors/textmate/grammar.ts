import { declarations } from "./declarations.js";
import { values } from "./values.js";
import { match, type Rule } from "./rule.js";

export interface Grammar {
  readonly $schema: string;
  readonly comment: string;
  readonly name: string;
  readonly scopeName: string;
  readonly fileTypes?: readonly string[];
  readonly injectionSelector?: string;
  readonly patterns: readonly Rule[];
  readonly repository: Readonly<Record<string, Rule>>;
}

const SCHEMA = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json";
const WRITTEN = "Written by `npm run grammar` from the compiler's tables; do not edit.";

/**
 * The TextMate grammar of `.gda` files. Whatever stands on a line, the next one begins anew: half
 * typed text never changes the colours of what follows.
 */
export function textmate(): Grammar {
  return {
    $schema: SCHEMA,
    comment: WRITTEN,
    name: "gda",
    scopeName: "source.gda",
    fileTypes: ["gda"],
    patterns: [{ include: "#comment" }, { include: "#declaration" }, { include: "#value" }],
    repository: {
      comment: {
        patterns: [
          match("///(?!/).*$", "comment.line.documentation"),
          match("//.*$", "comment.line.double-slash"),
        ],
      },
      declaration: { patterns: declarations },
      value: { patterns: values },
    },
  };
}

/** The grammar that colours blocks of Markdown which are fenced as `gda`. */
export function markdownFence(): Grammar {
  return {
    $schema: SCHEMA,
    comment: WRITTEN,
    name: "gda in Markdown",
    scopeName: "markdown.gda.codeblock",
    injectionSelector: "L:text.html.markdown",
    patterns: [{ include: "#fence" }],
    repository: {
      fence: {
        name: "markup.fenced_code.block.markdown",
        begin: "(^|\\G)(\\s*)(`{3,}|~{3,})\\s*(?i:(gda)((?:\\s+|:|,|\\{|\\?)[^`]*)?$)",
        beginCaptures: {
          3: { name: "punctuation.definition.markdown" },
          4: { name: "fenced_code.block.language.markdown" },
          5: { name: "fenced_code.block.language.attributes.markdown" },
        },
        end: "(^|\\G)(\\2|\\s{0,3})(\\3)\\s*$",
        endCaptures: { 3: { name: "punctuation.definition.markdown" } },
        patterns: [
          {
            begin: "(^|\\G)(\\s*)(.*)",
            while: "(^|\\G)(?!\\s*([`~]{3,})\\s*$)",
            contentName: "meta.embedded.block.gda",
            patterns: [{ include: "source.gda" }],
          },
        ],
      },
    },
  };
}
