import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { Family, Model, Param } from "../../../grammar/tree.js";
import { chainOf, type Link } from "../../names/chain.js";
import { type Module, within } from "../../names/module.js";
import { lintRule, noOptions } from "../rule.js";
import { hasErrors } from "../subject.js";
import { inBody } from "../tree.js";

const row = rule<{ readonly name: string; readonly model: string }>(
  "GDA9017",
  "unused-param",
  ({ name, model }) =>
    `No value of \`${model}\` depends on the param \`${name}\`, so setting it changes nothing.`,
  "warning",
);

/** A param of a family is for those that extend it; that of a model must be used there or below. */
export const unusedParam = lintRule({
  row,
  set: "recommended",
  doc: "A model has a param that no value depends on.",
  options: noOptions,
  check({ module, analysis }, _options, report) {
    if (hasErrors(analysis)) return;
    for (const declaration of module.tree.declarations) {
      if (declaration.kind !== "model") continue;
      const params = paramsOf(declaration);
      if (params.length === 0) continue;
      const used = namesAround(declaration, module);
      for (const { name } of params) {
        if (!name || used.has(name.text)) continue;
        const parameters = { name: name.text, model: declaration.name?.text ?? "" };
        const details = { tags: ["unnecessary"] } as const;
        report(diagnose(row, within(module, name.span), parameters, details));
      }
    }
  },
});

function paramsOf({ body }: Model): readonly Param[] {
  return body?.items.filter((item) => item.kind === "param") ?? [];
}

/** The names in a model's own text, in what it extends, and in what extends it in this file. */
function namesAround(declaration: Model, module: Module): ReadonlySet<string | undefined> {
  const links: Link[] = [...linksOf({ declaration, module })];
  for (const other of module.tree.declarations) {
    if (other === declaration || !isExtending(other)) continue;
    const below = linksOf({ declaration: other, module });
    if (below.some((link) => link.declaration === declaration)) links.push(...below);
  }
  const paths = links.flatMap((link) => inBody(link.declaration.body));
  return new Set(paths.map(({ names }) => names[0]?.text));
}

function isExtending(
  declaration: Module["tree"]["declarations"][number],
): declaration is Family | Model {
  return declaration.kind === "family" || declaration.kind === "model";
}

function linksOf(link: Link): readonly Link[] {
  return chainOf(link, () => undefined).links;
}
