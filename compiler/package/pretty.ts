const WIDTH = 100;

/** How values are written. */
interface Style {
  readonly key: (name: string) => string;
  readonly separator: "," | ";";
  readonly list: string;
}

/** What values are on one line: those inside are looked up again. */
type Flats = Map<object, string>;

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
  const flat = flatten(value, style, flats);
  if (typeof value !== "object" || value === null) return flat;
  if (indent.length + used + flat.length <= WIDTH) return flat;
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

function flatten(value: unknown, style: Style, flats: Flats): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = flats.get(value) ?? onOneLine(value, style, flats);
  flats.set(value, flat);
  return flat;
}

function onOneLine(value: object, style: Style, flats: Flats): string {
  if (Array.isArray(value)) {
    return `${style.list}${value.map((item) => flatten(item, style, flats)).join(", ")}]`;
  }
  const members = present(value).map(
    ([name, item]) => `${style.key(name)}: ${flatten(item, style, flats)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(`${style.separator} `)} }`;
}

function present(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

function bareKey(name: string): string {
  return /^([A-Za-z_$][\w$]*|0|[1-9]\d*)$/.test(name) ? name : JSON.stringify(name);
}
