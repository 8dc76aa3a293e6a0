/** Up to three of the names that differ least from the wanted one, and by less than a third of it. */
export function nearest(wanted: string, names: Iterable<string>): readonly string[] {
  const limit = Math.ceil(wanted.length / 3);
  return [...names]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distance(wanted, name) }))
    .filter((candidate) => candidate.distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map((candidate) => candidate.name);
}

/** Insertions, deletions and replacements of one letter that turn one name into the other. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = at(previous, j) + (a[i] === b[j] ? 0 : 1);
      row.push(Math.min(replaced, at(previous, j + 1) + 1, at(row, j) + 1));
    }
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
