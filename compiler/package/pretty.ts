const WIDTH = 100;

/** How values are written. */
interface Style {
  readonly key: (name: string) => string;
  readonly separator: "," | ";";
  readonly list: string;
}

/** What values are on one line, if they fit there: those inside are looked up again. */
type Flats = Map<object, string | undefined>;

const json: Style = { key: (name) => JSON.stringify(name), separator: ",", list: "[" };

const script: Style = { ...json, key: bareKey };

const type: Style = {
  key: (name) => `readonly ${bareKey(name)}`,
  separator: ";",
  list: "readonly [",
};

/** JSON with a line for each member, but on one line whatever fits there. Ends with a line break. */
export function prettyJson(value: unknown): string {
  return `${print(value, json, new Map(), "", 0)}\n`;
}

/** A value of plain data as an expression in JavaScript. */
export function expression(value: unknown): string {
  return print(value, script, new Map(), "", 0);
}

/** The type that has this value alone, in TypeScript. */
export function literalType(value: unknown, indent = ""): string {
  return print(value, type, new Map(), indent, 0);
}

/** `indent` stands before the closing bracket; `used` is what the line holds beside the value. */
function print(value: unknown, style: Style, flats: Flats, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = flatten(value, style, flats);
  if (flat !== undefined && indent.length + used + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${print(item, style, flats, inner, 1)}`);
    return `${style.list}\n${items.join(",\n")}\n${indent}]`;
  }
  const members = present(value).map(([name, item]) => {
    const key = `${style.key(name)}: `;
    return `${inner}${key}${print(item, style, flats, inner, key.length + 1)}`;
  });
  const last = style.separator === ";" ? ";" : "";
  return `{\n${members.join(`${style.separator}\n`)}${last}\n${indent}}`;
}

/** A value on one line, or nothing where no line is long enough. */
function flatten(value: unknown, style: Style, flats: Flats): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (flats.has(value)) return flats.get(value);
  const flat = onOneLine(value, style, flats);
  flats.set(value, flat);
  return flat;
}

function onOneLine(value: object, style: Style, flats: Flats): string | undefined {
  const isList = Array.isArray(value);
  const members = isList ? value.map((item: unknown) => ["", item] as const) : present(value);
  let line = "";
  for (const [name, item] of members) {
    const flat = flatten(item, style, flats);
    if (flat === undefined) return undefined;
    if (line !== "") line += isList ? ", " : `${style.separator} `;
    line += isList ? flat : `${style.key(name)}: ${flat}`;
    if (line.length > WIDTH) return undefined;
  }
  if (isList) return `${style.list}${line}]`;
  return members.length === 0 ? "{}" : `{ ${line} }`;
}

function present(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function bareKey(name: string): string {
  return /^([A-Za-z_$][\w$]*|0|[1-9]\d*)$/.test(name) ? name : JSON.stringify(name);
}
