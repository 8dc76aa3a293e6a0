import type {
  Body,
  Family,
  Group,
  Growth,
  Model,
  Param,
  Path,
  Stage,
  Target,
} from "../../../grammar/tree.js";
import { parentOf } from "../../names/chain.js";
import type { Module } from "../../names/module.js";

/** What a body speaks of: a family, a model, a stage or a target, in its module. */
export type Subject =
  | { readonly part: Family | Model | Target; readonly growth?: undefined; readonly module: Module }
  | { readonly part: Stage; readonly growth: Growth; readonly module: Module };

/** More parents than the checker allows are not followed. */
const MOST_PARENTS = 32;

/** A subject and all that it takes facts from, itself first; what is not found ends it. */
export function lineage(subject: Subject): readonly Subject[] {
  const line = [subject];
  while (line.length <= MOST_PARENTS) {
    const last = line.at(-1);
    const parent = last && parentSubject(last);
    if (!parent || line.some(({ part }) => part === parent.part)) break;
    line.push(parent);
  }
  return line;
}

function parentSubject({ part, growth, module }: Subject): Subject | undefined {
  switch (part.kind) {
    case "target":
      return undefined;
    case "stage":
      return part.from && groundOf(part.from, growth, module);
    case "family":
    case "model":
      return part.extends && named(part.extends, module);
  }
}

/** What `from` or `assert` names: a stage of the same growth, or a model or stage from elsewhere. */
export function groundOf(
  path: Path,
  growth: Growth | undefined,
  module: Module,
): Subject | undefined {
  const [first, second] = path.names.map(({ text }) => text);
  const local = path.names.length === 1 ? first : first === growth?.name?.text ? second : undefined;
  const stage = growth?.members.find(
    (member) => member.kind === "stage" && member.name !== undefined && member.name.text === local,
  );
  if (growth && stage?.kind === "stage") return { part: stage, growth, module };
  return named(path, module);
}

/** What a path after `extends` names. */
export function named(path: Path, module: Module): Subject | undefined {
  const [first] = path.names;
  // The checker has looked for what is nearest to a name that nothing has.
  if (!first || !module.names.get(first.text)) return undefined;
  const parent = parentOf(path, module, () => undefined);
  if (!parent) return undefined;
  if ("stage" in parent) {
    return { part: parent.stage, growth: parent.growth, module: parent.module };
  }
  return { part: parent.declaration, module: parent.module };
}

/** The params and classes that a subject has, its own and its parents', by name. */
export interface Sight {
  /** The nearest first. */
  readonly params: ReadonlyMap<
    string,
    readonly { readonly param: Param; readonly module: Module }[]
  >;
  /** In the oldest parent that has it. */
  readonly classes: ReadonlyMap<string, { readonly group: Group; readonly module: Module }>;
}

export function sightOf(subject: Subject): Sight {
  const params = new Map<string, { param: Param; module: Module }[]>();
  const classes = new Map<string, { group: Group; module: Module }>();
  for (const { part, module } of lineage(subject)) {
    for (const param of part.body?.items ?? []) {
      if (param.kind !== "param" || !param.name) continue;
      const { text } = param.name;
      params.set(text, [...(params.get(text) ?? []), { param, module }]);
    }
    for (const group of groupsOf(part.body).toReversed()) {
      if (group.name) classes.set(group.name.text, { group, module });
    }
  }
  return { params, classes };
}

/** The `group` blocks of a body, wherever in it. */
function groupsOf(body: Body | undefined): readonly Group[] {
  return (body?.items ?? []).flatMap((item) => {
    if (item.kind === "group") return [item];
    const inside = item.kind === "amend" || item.kind === "layers" || item.kind === "lossy";
    return inside ? groupsOf(item.body) : [];
  });
}

/** All subjects of a file, in the order of the text. */
export function subjectsOf(module: Module): readonly Subject[] {
  return module.tree.declarations.flatMap((part): readonly Subject[] => {
    switch (part.kind) {
      case "const":
        return [];
      case "family":
      case "model":
      case "target":
        return [{ part, module }];
      case "growth":
        return part.members.flatMap((member) =>
          member.kind === "stage" ? [{ part: member, growth: part, module }] : [],
        );
    }
  });
}
