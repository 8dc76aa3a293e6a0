import { significant, thousands } from "../plan/numbers.js";

/** "12.70 B", "899.15 M", "5,120": numbers of things, in powers of ten. */
export function amount(value: number): string {
  return scaled(value, powers, thousands);
}

/** "26.41 GFLOP". */
export function flops(value: number): string {
  return scaled(value, flopPowers, (few) => `${thousands(few)} FLOP`);
}

/** "320 KiB", "1.5 GiB": bytes, in powers of two. */
export function byteSize(value: number): string {
  const unit = byteUnits.find(({ size }) => value >= size);
  if (!unit) return `${thousands(value)} B`;
  const count = value / unit.size;
  return `${Number.isInteger(count) ? thousands(count) : significant(count, 4)} ${unit.name}`;
}

/** "8.1 ms", "1.2 s", "25 µs". */
export function duration(ms: number): string {
  if (ms >= 1000) return `${significant(ms / 1000, 2)} s`;
  return ms >= 1 ? `${significant(ms, 3)} ms` : `${significant(1000 * ms, 3)} µs`;
}

interface Unit {
  readonly size: number;
  readonly name: string;
}

const powers: readonly Unit[] = [
  { size: 1e12, name: "T" },
  { size: 1e9, name: "B" },
  { size: 1e6, name: "M" },
];

const flopPowers: readonly Unit[] = [
  { size: 1e15, name: "PFLOP" },
  { size: 1e12, name: "TFLOP" },
  { size: 1e9, name: "GFLOP" },
  { size: 1e6, name: "MFLOP" },
];

const byteUnits: readonly Unit[] = [
  { size: 2 ** 40, name: "TiB" },
  { size: 2 ** 30, name: "GiB" },
  { size: 2 ** 20, name: "MiB" },
  { size: 2 ** 10, name: "KiB" },
];

function scaled(value: number, units: readonly Unit[], few: (value: number) => string): string {
  const unit = units.find(({ size }) => value >= size);
  return unit ? `${(value / unit.size).toFixed(2)} ${unit.name}` : few(value);
}
