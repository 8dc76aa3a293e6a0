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
