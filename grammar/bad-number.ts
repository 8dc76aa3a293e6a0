import type { IToken } from "chevrotain";
import type { Findings } from "./findings.js";
import { spanOf } from "./token.js";
import { syntax } from "./syntax.js";

const decimal = String.raw`\d(?:_?\d)*(?:\.\d(?:_?\d)*)?`;
const withUnit = new RegExp(`^(${decimal}[MBT]?)(tokens|KiB|MiB|GiB|dB|plain|rotary)$`);
const withThousands = new RegExp(`^(${decimal})[kK]$`);
const withFactor = new RegExp(`^(${decimal})[xX]$`);
const withSmallLetter = new RegExp(`^(${decimal})[mbt]$`);

/** Reports what begins with a digit and is no number, by what was probably meant. */
export function reportBadNumber(token: IToken, findings: Findings): void {
  const found = token.image;
  const span = spanOf(token);
  const replaceBy = (text: string) => ({ fix: { title: `Write \`${text}\``, span, text } });

  const [, counted, unit] = withUnit.exec(found) ?? [];
  if (counted !== undefined && unit !== undefined) {
    const parameters = { number: counted, unit };
    return findings.add(syntax.unitApart, span, parameters, replaceBy(`${counted} ${unit}`));
  }
  const thousands = withThousands.exec(found)?.[1];
  if (thousands !== undefined) {
    const readings = [1000, 1024].map((scale) => grouped(Number(ungrouped(thousands)) * scale));
    const help = [`Write \`${readings.join("` or `")}\``];
    return findings.add(syntax.thousandLetter, span, { found }, { help });
  }
  const factor = withFactor.exec(found)?.[1];
  if (factor !== undefined) {
    return findings.add(syntax.factorLetter, span, { found, number: factor });
  }
  if (withSmallLetter.test(found)) {
    const meant = found.toUpperCase();
    return findings.add(syntax.countLetterCase, span, { found, meant }, replaceBy(meant));
  }
  if (/^[\d_]+$/.test(found)) {
    const meant = found.replace(/_+$/, "").replace(/_+/g, "_");
    const because = "`_` stands between two digits only";
    return findings.add(syntax.badNumber, span, { found, because }, replaceBy(meant));
  }
  findings.add(syntax.badNumber, span, { found, because: reason(found) });
}

function reason(found: string): string {
  if (found.includes(":")) return "a ratio is two whole numbers, as in `4:1`";
  if (/^0[xob]/i.test(found)) return "numbers are decimal";
  if (/^[\d_.]+[eE][+-]?$/.test(found)) return "its exponent has no digits";
  if (/^[\d_.]+$/.test(found))
    return "it has more than one point or a `_` that is not between digits";
  return "a letter follows the digits";
}

function ungrouped(number: string): string {
  return number.replaceAll("_", "");
}

function grouped(value: number): string {
  return value.toLocaleString("en-US").replaceAll(",", "_");
}
