import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { within } from "../../names/module.js";
import { lintRule, noOptions } from "../rule.js";
import { hasErrors } from "../subject.js";
import { pathsIn } from "../tree.js";

const row = rule<{ readonly what: string; readonly name: string }>(
  "GDA9016",
  "unused-declaration",
  ({ what, name }) => `The ${what} \`${name}\` is never used.`,
  "warning",
);

/**
 * Constants and families exist to be used. A file without a model or growth is a library, whose
 * declarations are for others; models and targets are named on the command line.
 */
export const unusedDeclaration = lintRule({
  row,
  set: "recommended",
  doc: "A constant or family is never used, in a file that has models of its own.",
  options: noOptions,
  check({ module, analysis, imported }, _options, report) {
    const { declarations } = module.tree;
    const isLibrary = declarations.every(({ kind }) => kind !== "model" && kind !== "growth");
    if (isLibrary || hasErrors(analysis)) return;
    const used = new Set(declarations.flatMap(pathsIn).map(({ names }) => names[0]?.text));
    for (const { kind, name } of declarations) {
      if (kind !== "const" && kind !== "family") continue;
      if (!name || used.has(name.text) || imported.has(name.text)) continue;
      const what = kind === "const" ? "constant" : "family";
      const help = ["If another file imports it, lint that file together with this one."];
      const details = { help, tags: ["unnecessary"] } as const;
      report(diagnose(row, within(module, name.span), { what, name: name.text }, details));
    }
  },
});
