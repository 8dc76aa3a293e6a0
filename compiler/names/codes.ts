import { rule } from "../../grammar/diagnostic.js";

/** Findings about files, declarations and what names stand for. */
export const names = {
  noFile: rule<{ file: string }>("GDA2001", "no-file", (p) => `There is no file \`${p.file}\`.`),
  outsideRoot: rule<{ path: string }>(
    "GDA2002",
    "outside-root",
    (p) => `\`${p.path}\` leaves the project; imports stay inside.`,
  ),
  unknownImport: rule<{ file: string; name: string; hint: string }>(
    "GDA2003",
    "unknown-import",
    (p) => `\`${p.file}\` declares no \`${p.name}\`${p.hint}`,
  ),
  importCycle: rule<{ files: string }>(
    "GDA2004",
    "import-cycle",
    (p) => `These files import each other: ${p.files}.`,
  ),
  declaredTwice: rule<{ name: string; where: string }>(
    "GDA2005",
    "declared-twice",
    (p) => `\`${p.name}\` is already declared in ${p.where}.`,
  ),
  hides: rule<{ name: string; what: string }>(
    "GDA2006",
    "hides",
    (p) => `\`${p.name}\` is ${p.what}: choose another name.`,
  ),
  unknownParent: rule<{ name: string; hint: string }>(
    "GDA2007",
    "unknown-parent",
    (p) => `There is no family or model \`${p.name}\`${p.hint}`,
  ),
  notAParent: rule<{ name: string; what: string }>(
    "GDA2008",
    "not-a-parent",
    (p) => `\`${p.name}\` is a ${p.what}; only a family, a model or a stage can be extended.`,
  ),
  extendsCycle: rule<{ name: string; through: string }>(
    "GDA2009",
    "extends-cycle",
    (p) => `\`${p.name}\` extends itself${p.through}.`,
  ),
  unknownName: rule<{ name: string; hint: string }>(
    "GDA2010",
    "unknown-name",
    (p) => `Nothing here is named \`${p.name}\`${p.hint}`,
  ),
  needsItself: rule<{ name: string; through: string }>(
    "GDA2011",
    "needs-itself",
    (p) => `\`${p.name}\` needs itself${p.through}.`,
  ),
  notStated: rule<{ name: string }>(
    "GDA2012",
    "not-stated",
    (p) => `\`${p.name}\` is not stated here, and only a stated number can be used.`,
  ),
  tooDeep: rule<{ name: string; most: number }>(
    "GDA2013",
    "too-deep",
    (p) => `\`${p.name}\` rests on more than ${p.most} others in a row.`,
  ),
  noParam: rule<{ name: string; hint: string }>(
    "GDA2014",
    "no-param",
    (p) => `No model of this file has a param \`${p.name}\`${p.hint}`,
  ),
};
