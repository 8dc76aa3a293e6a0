/** "a, b and c". */
export function listed(items: readonly string[], joint: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  const others = items.slice(0, -1);
  return others.length === 0 ? last : `${others.join(", ")} ${joint} ${last}`;
}

/** "1 group", "8 groups". */
export function counted(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? "" : "s"}`;
}
