import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import { didYouMean, suggest } from "../../grammar/suggest.js";
import type { Family, Growth, Model, Path, Stage } from "../../grammar/tree.js";
import { names } from "./codes.js";
import { builtIn } from "./families.js";
import { type Module, within } from "./module.js";

/** How many parents a declaration may have in a row; far more than anyone writes. */
const MOST_PARENTS = 32;

/** A family or a model, in its module. */
export interface Link {
  readonly declaration: Family | Model;
  readonly module: Module;
}

/** A stage of a growth, in its module. */
export interface StageLink {
  readonly growth: Growth;
  readonly stage: Stage;
  readonly module: Module;
}

/** A declaration with all that it extends, the oldest parent first. */
export interface Chain {
  readonly links: readonly Link[];
  /** The stage that the oldest extends. */
  readonly base: StageLink | undefined;
  /** Whether every parent was found; what is missing has been reported. */
  readonly whole: boolean;
}

/** Follows `extends` to its end. */
export function chainOf(link: Link, report: (finding: Diagnostic) => void): Chain {
  const links: Link[] = [link];
  let last = link;
  for (;;) {
    const { declaration, module } = last;
    if (!declaration.extends) return chain(links, undefined, true);
    const parent = parentOf(declaration.extends, module, report);
    if (!parent) return chain(links, undefined, false);
    if ("stage" in parent) return chain(links, parent, true);
    const first = links.findIndex((each) => each.declaration === parent.declaration);
    if (first >= 0 || links.length === MOST_PARENTS) {
      report(first >= 0 ? cycle(links.slice(first)) : tooLong(link));
      return chain([link], undefined, false);
    }
    links.push(parent);
    last = parent;
  }
}

/** What `extends`, `from` or `assert` names: a family or model, or a growth's stage. */
export function parentOf(
  path: Path,
  module: Module,
  report: (finding: Diagnostic) => void,
): Link | StageLink | undefined {
  const [first, second, ...more] = path.names;
  if (!first) return undefined;
  const text = path.names.map((name) => name.text).join(".");
  const span = within(module, path.span);
  if (!module.names.has(first.text)) {
    report(unknownParent(path, text, module));
    return undefined;
  }
  const named = module.names.get(first.text);
  if (!named) return undefined;
  const { declaration } = named;
  if (!second) {
    if (declaration.kind === "family" || declaration.kind === "model") {
      return { declaration, module: named.module };
    }
    report(diagnose(names.notAParent, span, { name: text, what: declaration.kind }));
    return undefined;
  }
  const stages = declaration.kind === "growth" ? declaration.members : [];
  const stage = stages.find(
    (member) => member.kind === "stage" && member.name?.text === second.text,
  );
  if (declaration.kind === "growth" && stage?.kind === "stage" && more.length === 0) {
    return { growth: declaration, stage, module: named.module };
  }
  report(diagnose(names.unknownParent, span, { name: text, hint: "." }));
  return undefined;
}

function tooLong({ declaration, module }: Link): Diagnostic {
  const name = declaration.name?.text ?? declaration.kind;
  const at = declaration.extends ?? declaration;
  return diagnose(names.tooDeep, within(module, at.span), { name, most: MOST_PARENTS });
}

function chain(links: readonly Link[], base: StageLink | undefined, whole: boolean): Chain {
  return { links: links.toReversed(), base, whole };
}

function unknownParent(path: Path, name: string, module: Module): Diagnostic {
  const parents = [...module.names].filter(([, named]) =>
    ["family", "model", "growth"].includes(named?.declaration.kind ?? ""),
  );
  const near = suggest(
    name,
    parents.map(([each]) => each),
  );
  const isBuiltIn = builtIn.text.includes(`family ${name} {`);
  const help = isBuiltIn ? [`It is built in: \`import { ${name} } from "${builtIn.file}"\`.`] : [];
  const start = { file: module.file, start: 0, end: 0 };
  const text = `import { ${name} } from "${builtIn.file}"\n`;
  const fixes = isBuiltIn ? [{ title: `Import \`${name}\``, edits: [{ span: start, text }] }] : [];
  const hint = isBuiltIn || near.length === 0 ? " here." : didYouMean(near);
  return diagnose(names.unknownParent, within(module, path.span), { name, hint }, { help, fixes });
}

/** One finding for a cycle, wherever it was entered: at the first of its declarations in the text. */
function cycle(links: readonly Link[]): Diagnostic {
  const inOrder = links.toSorted(
    (a, b) =>
      Number(a.module.file > b.module.file) - Number(a.module.file < b.module.file) ||
      a.declaration.span.start - b.declaration.span.start,
  );
  const [first] = inOrder;
  const start = first ? links.indexOf(first) : 0;
  const around = [...links.slice(start), ...links.slice(0, start)];
  const [head, ...others] = around.map(({ declaration }) => declaration.name?.text ?? "?");
  const through =
    others.length === 0 ? "" : `, by way of ${others.map((n) => `\`${n}\``).join(", ")}`;
  const at = first?.declaration.extends ?? first?.declaration;
  const span = first && at ? within(first.module, at.span) : { file: "", start: 0, end: 0 };
  return diagnose(names.extendsCycle, span, { name: head ?? "?", through });
}
