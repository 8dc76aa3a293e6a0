import type { Doc, ParserOptions } from "prettier";
import { doc } from "prettier";
import { parse } from "../parse.js";
import { print } from "../print.js";
import { createSource } from "../source.js";
import type { Source } from "../span.js";
import type { SourceFile } from "../tree.js";
import { SpecError } from "./error.js";

const { hardline, join } = doc.builders;

/**
 * A file as Prettier holds it. The comments are the tree's own and not the node's, so that Prettier
 * leaves them to the printer, which places every one.
 */
export interface Spec {
  readonly tree: SourceFile;
  readonly source: Source;
}

/** Reads a text; throws a `SyntaxError` with the first mistake, since what is broken is not formatted. */
export function parseSpec(text: string): Spec {
  const source = createSource("", text);
  const { tree, diagnostics } = parse(source);
  if (diagnostics.length > 0) throw new SpecError(diagnostics, text);
  return { tree, source };
}

/** The text of a file, in the width and with the indentation that the options say. */
export function printSpec({ tree, source }: Spec, options: ParserOptions<Spec>): Doc {
  const { printWidth, tabWidth, useTabs } = options;
  const text = print(tree, source, { width: printWidth, indent: tabWidth, tabs: useTabs === true });
  return join(hardline, (text ?? source.text).split("\n"));
}
