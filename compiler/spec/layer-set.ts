/** Layers as a `layers` block names them: `5`, `0..<8`, `8..`, `every 4 from 0` or `[0, 5]`. */
export function setText(layers: readonly number[], count: number): string {
  const [first = 0, second = first] = layers;
  const last = layers.at(-1) ?? first;
  if (layers.length === count) return "all";
  if (layers.length === 1) return String(first);
  const step = second - first;
  const regular = layers.every((layer, i) => layer === first + i * step);
  if (regular && step === 1) return last === count - 1 ? `${first}..` : `${first}..<${last + 1}`;
  if (regular && layers.length > 2 && last + step >= count) return `every ${step} from ${first}`;
  return `[${layers.join(", ")}]`;
}
