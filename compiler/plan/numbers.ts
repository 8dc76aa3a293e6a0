// Made once, and not before there is a number to format: the first costs more than all that they do.
let whole: Intl.NumberFormat | undefined;
let precise: Intl.NumberFormat | undefined;

/** "32,768". */
export function thousands(value: number): string {
  whole ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
  return whole.format(value);
}

/** A number as short as so many digits allow: "0.0883883", "1e-5", "1,000,000". */
export function significant(value: number, digits = 6): string {
  precise ??= new Intl.NumberFormat("en-US", { maximumSignificantDigits: 15 });
  const rounded = Number(value.toPrecision(digits));
  return rounded !== 0 && Math.abs(rounded) < 1e-3
    ? rounded.toExponential()
    : precise.format(rounded);
}

/** "2.4T tokens", as it would be written. */
export function tokenCount(value: number): string {
  const scales = { T: 1e12, B: 1e9, M: 1e6 };
  const [unit, scale] = Object.entries(scales).find(([, least]) => value >= least) ?? ["", 1];
  return `${significant(value / scale)}${unit} tokens`;
}
