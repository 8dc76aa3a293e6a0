import { InvalidArgumentError } from "commander";

/** Reads the value of an option that is a whole number from `least` up. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replaceAll("_", ""));
    if (/^\d[\d_]*$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Write a whole number from ${least} up, such as 4096.`);
  };
}

/** Reads the value of an option that lists whole numbers from 1 up. */
export function wholeNumbers(text: string): readonly number[] {
  return text.split(",").map((part) => wholeNumber(1)(part.trim()));
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** Reads the value of an option that is a number of bytes: `5GB`, `512MiB`, `1000000`. */
export function byteCount(text: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text) ?? [];
  const bytes = Math.floor(Number(number) * (UNITS[unit] ?? NaN));
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes;
  throw new InvalidArgumentError("Write a number of bytes, such as 5GB, 512MiB or 1000000.");
}
