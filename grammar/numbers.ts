import type { IToken } from "chevrotain";
import type { Findings } from "./findings.js";
import { spanOf } from "./token.js";
import { syntax } from "./syntax.js";

const scales: Readonly<Record<string, string>> = { M: "e6", B: "e9", T: "e12" };

/** The value of a number as written: `32_768`, `1e-5`, `2.4T`. */
export function numberValue(text: string): number {
  const digits = text.replaceAll("_", "");
  const scale = scales[digits.slice(-1)];
  // One conversion of the decimal text, so that 2.4T is 2400000000000 and not a rounded product.
  return Number(scale === undefined ? digits : digits.slice(0, -1) + scale);
}

/** The two numbers of a ratio as written. */
export function ratioValue(text: string): { signal: number; noise: number } {
  const [signal = "", noise = ""] = text.split(":");
  return { signal: numberValue(signal), noise: numberValue(noise) };
}

/** Reports a number that JavaScript cannot hold. Returns whether it can. */
export function checkNumber(token: IToken, findings: Findings): boolean {
  const found = token.image;
  const whole = !/[.eE]/.test(found);
  const most = whole || /[MBT]$/.test(found) ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  const values = found.split(":").map(numberValue);
  if (values.some((value) => value > most)) {
    findings.add(syntax.numberTooLarge, spanOf(token), { found });
  } else if (values.includes(0) && /[1-9]/.test(found.replace(/[eE].*/, "")) && !whole) {
    findings.add(syntax.numberTooSmall, spanOf(token), { found });
  } else if (/[MBT]$/.test(found) && !values.every(Number.isInteger)) {
    findings.add(syntax.countNotWhole, spanOf(token), { found });
  } else {
    return true;
  }
  return false;
}
