/** Plans without docs and spans, to compare what they say and not where it was said. */
export function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) =>
      !(name === "doc" || name === "span" || (Array.isArray(inner) && name === "from")),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPlaces(inner)]));
}
