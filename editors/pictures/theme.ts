/** Colours of an editor, near to those of VS Code's Dark Modern and Light Modern. */
export interface Theme {
  readonly name: "dark" | "light";
  /** By scope of the grammar; the first that a scope begins with counts. */
  readonly scopes: readonly (readonly [scope: string, colour: string])[];
  /** By CSS variable. */
  readonly page: Readonly<Record<string, string>>;
}

const families = [
  "comment",
  "string",
  "constant.numeric",
  "keyword.operator",
  "keyword",
  "entity.name.type",
  "support.type",
  "support.function",
  "support.constant",
  "variable.other.enummember",
  "variable.other.constant",
  "variable",
  "punctuation",
] as const;

function scopes(...colours: string[]): Theme["scopes"] {
  return families.map((family, index) => [family, colours[index] ?? ""]);
}

// prettier-ignore
export const dark: Theme = {
  name: "dark",
  scopes: scopes(
    "#6a9955", "#ce9178", "#b5cea8", "#d4d4d4", "#569cd6", "#4ec9b0", "#4ec9b0", "#dcdcaa",
    "#4fc1ff", "#4fc1ff", "#4fc1ff", "#9cdcfe", "#a6adba",
  ),
  page: {
    text: "#d4d4d4", background: "#1f1f1f", bar: "#181818", border: "#2b2b2b", faint: "#6e7681",
    active: "#cccccc", popup: "#202020", edge: "#454545", hint: "#8f96a3", hinted: "#2a2d33",
    error: "#f14c4c", warning: "#cca700", selected: "#04395e", accent: "#4daafc", line: "#282828",
  },
};

// prettier-ignore
export const light: Theme = {
  name: "light",
  scopes: scopes(
    "#008000", "#a31515", "#098658", "#3b3b3b", "#0000ff", "#267f99", "#267f99", "#795e26",
    "#0070c1", "#0070c1", "#0070c1", "#001080", "#5c6370",
  ),
  page: {
    text: "#3b3b3b", background: "#ffffff", bar: "#f8f8f8", border: "#e5e5e5", faint: "#8b949e",
    active: "#171184", popup: "#f8f8f8", edge: "#c8c8c8", hint: "#7a7a7a", hinted: "#f0f0f0",
    error: "#e51400", warning: "#bf8803", selected: "#e8e8e8", accent: "#005fb8", line: "#f2f2f2",
  },
};

export function colourOf(theme: Theme, scopes: readonly string[]): string {
  const own = scopes.findLast((scope) => theme.scopes.some(([family]) => scope.startsWith(family)));
  const [, colour] = theme.scopes.find(([family]) => own?.startsWith(family)) ?? [];
  return colour ?? theme.page["text"] ?? "";
}
