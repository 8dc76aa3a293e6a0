import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { Import, ImportName } from "../../../grammar/tree.js";
import { type Module, within } from "../../names/module.js";
import { lintRule, noOptions } from "../rule.js";
import { hasErrors } from "../subject.js";
import { cutElement, cutLines, pathsIn } from "../tree.js";

const row = rule<{ readonly name: string }>(
  "GDA9015",
  "unused-import",
  ({ name }) => `\`${name}\` is imported and never used.`,
  "warning",
);

/** Imports are not passed on, so what this file does not name nobody uses; a target is for \`--target\`. */
export const unusedImport = lintRule({
  row,
  set: "recommended",
  doc: "An imported name is never used.",
  options: noOptions,
  check({ module, analysis }, _options, report) {
    if (hasErrors(analysis)) return;
    const used = new Set(
      module.tree.declarations.flatMap(pathsIn).map(({ names }) => names[0]?.text),
    );
    const isUnused = (imported: ImportName): boolean => {
      const name = (imported.as ?? imported.name).text;
      return !used.has(name) && module.names.get(name)?.declaration.kind !== "target";
    };
    for (const statement of module.tree.imports) {
      for (const [index, imported] of statement.names.entries()) {
        if (!isUnused(imported)) continue;
        const all = statement.names.every(isUnused);
        const edits = [{ span: cut(statement, index, all, module), text: "" }];
        const { text: name, span } = imported.as ?? imported.name;
        const title = all ? "Remove the import" : `Remove \`${name}\``;
        const fixes = all && index > 0 ? [] : [{ title, edits }];
        const details = { fixes, tags: ["unnecessary"] } as const;
        report(diagnose(row, within(module, span), { name }, details));
      }
    }
  },
});

function cut(statement: Import, index: number, all: boolean, module: Module) {
  return all ? cutLines(module, statement.span) : cutElement(module, statement.names, index);
}
