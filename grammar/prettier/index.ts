import type { Parser, Printer, SupportLanguage, SupportOptions, RequiredOptions } from "prettier";
import { hasNoFormatPragma, hasPragma, insertPragma } from "./pragma.js";
import { parseSpec, printSpec, type Spec } from "./spec.js";

/*
 * The formatter as a plugin of Prettier: `plugins: ["gda/prettier"]`. It is the printer of `gda fmt`
 * and gives the same text, in the width and with the indentation that Prettier is set to.
 */

export const languages: SupportLanguage[] = [
  { name: "gda", parsers: ["gda"], extensions: [".gda"], vscodeLanguageIds: ["gda"] },
];

const parser: Parser<Spec> = {
  astFormat: "gda",
  parse: parseSpec,
  locStart: ({ tree }) => tree.span.start,
  locEnd: ({ tree }) => tree.span.end,
  hasPragma,
  hasIgnorePragma: hasNoFormatPragma,
};

const printer: Printer<Spec> = {
  print: (path, options) => printSpec(path.node, options),
  // All nodes are printed at once.
  getVisitorKeys: () => [],
  insertPragma,
};

export const parsers = { gda: parser };
export const printers = { gda: printer };
export const options: SupportOptions = {};
/** What `gda fmt` gives, where nothing is set. */
export const defaultOptions: Partial<RequiredOptions> = { printWidth: 100, tabWidth: 2 };
