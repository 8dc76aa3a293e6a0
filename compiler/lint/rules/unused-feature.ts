import { diagnose, rule } from "../../../grammar/diagnostic.js";
import type { Declaration, List } from "../../../grammar/tree.js";
import { within } from "../../names/module.js";
import { lintRule, noOptions } from "../rule.js";
import { cutElement } from "../tree.js";

const row = rule<{ readonly feature: string; readonly why: string }>(
  "GDA9014",
  "unused-feature",
  ({ feature, why }) => `No kernel uses \`${feature}\`${why}.`,
  "warning",
);

/** What kernels may enable; a test holds this against what they do. */
export const usedFeatures: ReadonlySet<string> = new Set(["subgroups"]);

const reasons: Readonly<Record<string, string>> = {
  shader_f16: ": half formats are packed in 32 bits, and arithmetic is in f32",
  timestamp_query: ": where an adapter has it, times are measured with it anyway",
};

/** A target lists what kernels may use, and only what they use makes a difference. */
export const unusedFeature = lintRule({
  row,
  set: "strict",
  doc: "A target lists a feature that no kernel uses.",
  options: noOptions,
  check({ module }, _options, report) {
    for (const { elements } of featureLists(module.tree.declarations)) {
      for (const [index, element] of elements.entries()) {
        const name = element.kind === "path" ? element.names[0]?.text : undefined;
        if (name === undefined || usedFeatures.has(name)) continue;
        const span = within(module, element.span);
        const why = Object.hasOwn(reasons, name) ? (reasons[name] ?? "") : "";
        const edits = [{ span: cutElement(module, elements, index), text: "" }];
        const fixes = [{ title: `Remove \`${name}\``, edits }];
        report(diagnose(row, span, { feature: name, why }, { fixes, tags: ["unnecessary"] }));
      }
    }
  },
});

function featureLists(declarations: readonly Declaration[]): readonly List[] {
  return declarations.flatMap((declaration) => {
    if (declaration.kind !== "target") return [];
    return (declaration.body?.items ?? []).flatMap((item) =>
      item.kind === "fact" && item.key.text === "features" && item.value?.kind === "list"
        ? [item.value]
        : [],
    );
  });
}
