/** A page of `compiler/diagnostics/pages/`, taken apart. */
export interface Page {
  readonly title: string;
  readonly sections: readonly string[];
  readonly wrong: ReadonlyMap<string, string>;
  readonly right: ReadonlyMap<string, string>;
}

/** The file that a fence without a name is. */
export const ENTRY = "main.gda";

export function parsePage(text: string): Page {
  const [head = "", ...parts] = text.split(/^## (.+)\n/m);
  const sections = parts.filter((_, i) => i % 2 === 0);
  const content = (title: string): string => parts[2 * sections.indexOf(title) + 1] ?? "";
  return {
    title: head.split("\n", 1)[0] ?? "",
    sections,
    wrong: fences(content("Wrong")),
    right: fences(content("Right")),
  };
}

function fences(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/^```gda(?: (\S+))?\n(.*?)^```$/gms);
  return new Map(Array.from(found, ([, name = ENTRY, code = ""]) => [name, code]));
}
