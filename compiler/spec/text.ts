import { parse } from "../../grammar/parse.js";
import { print } from "../../grammar/print.js";
import { createSource } from "../../grammar/source.js";
import type { ModelPlan } from "../plan/plan.js";
import { attentionRows } from "./attention.js";
import { blockLines, type Inherited, type Row } from "./block.js";
import { type Family, families } from "./family.js";
import { mlpRows, modelRows } from "./model.js";
import { nameOf } from "./name.js";
import { squaredTemperature, TEMPERATURE } from "./scale.js";

/**
 * A plan as a complete, formatted `.gda` text: analysing it gives a model of these values again. It
 * says what most layers say, and in `layers` blocks what others do. A model of a family that is
 * built in extends it where that is shorter. `remarks` are comments at its top, a paragraph each.
 */
export function specText(model: ModelPlan, remarks: readonly string[] = []): string {
  const plain = textOf(model, remarks, undefined);
  const extending = families()
    .filter(({ name }) => name.toLowerCase() === model.checkpoint.value.family)
    .map((family) => textOf(model, remarks, family));
  return extending.find((text) => text.length < plain.length) ?? plain;
}

function textOf(model: ModelPlan, remarks: readonly string[], family: Family | undefined): string {
  const within =
    (prefix: string): Inherited =>
    (path) =>
      family?.stated.get(prefix + path.join("."));
  const attention = attentionRows(model.layers);
  const lines = [
    ...blockLines(modelRows(model), within("")),
    ...block("mlp", mlpRows(model.layers), within("mlp.")),
    ...block("attention", attention, within("attention.")),
  ];
  const name = nameOf(model.name, [TEMPERATURE, family?.name ?? ""]);
  const text = [
    ...remarks.flatMap((remark) => wrapped(remark)).map((line) => `// ${line}`),
    ...(family ? [`import { ${family.name} } from "gda:families"`, ""] : []),
    ...constants(model, attention),
    ...(model.doc?.split("\n").map((line) => `/// ${line}`) ?? []),
    `model ${name}${family ? ` extends ${family.name}` : ""} {`,
    ...lines,
    "}",
  ].join("\n");
  return formatted(`${text}\n`);
}

/** A block on one line where it fits, for the printer keeps it so. */
function block(name: string, rows: readonly Row[], inherited: Inherited): readonly string[] {
  const lines = blockLines(rows, inherited);
  if (lines.length === 0) return [];
  const flat = `${name} { ${lines.join(", ")} }`;
  return flat.length <= 98 && !flat.includes("layers ") ? [flat] : [`${name} {`, ...lines, "}"];
}

function constants({ layers }: ModelPlan, attention: readonly Row[]): readonly string[] {
  const scale = attention.find(({ path }) => path[0] === "score_scale");
  const used = scale?.said.some((said) => typeof said === "string" && said.includes(TEMPERATURE));
  const squared = used ? squaredTemperature(layers) : undefined;
  return squared ? [`const ${TEMPERATURE} = ${squared.text}  // YaRN's`, ""] : [];
}

/** A paragraph in lines of at most 97 columns, unless a word is longer. */
function wrapped(paragraph: string): readonly string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && longer.length <= 97) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function formatted(text: string): string {
  const source = createSource("", text);
  const printed = print(parse(source).tree, source);
  if (printed === undefined) throw new Error(`No spec: ${text}`);
  return printed;
}
