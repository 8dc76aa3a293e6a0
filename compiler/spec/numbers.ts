/** A number as a file says it: `1e-5`, `0.0883`, `32_768`. The text has exactly this value. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= Number.MAX_SAFE_INTEGER)) return value.toExponential();
  const [whole = "", fraction] = String(value).split(".");
  const parted = size < 10_000 ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, "_");
  return fraction === undefined ? parted : `${parted}.${fraction}`;
}

/** An expression that may be what a number comes from, with its value in a layer. */
export interface Formula {
  readonly text: string;
  readonly at: (layer: number) => number;
}

/**
 * One number of each layer as its layers say it: the first formula that gives them all, or the
 * number where there are few, or else one list for all layers. `undefined` where a layer has none.
 */
export function series(
  values: readonly (number | undefined)[],
  formulas: readonly Formula[] = [],
): readonly (string | undefined)[] {
  const distinct = new Set(values);
  if (distinct.has(undefined) && distinct.size === 1) return values.map(() => undefined);
  const formula = formulas.find(({ at }) =>
    values.every((value, layer) => value === undefined || value === at(layer)),
  );
  const list =
    distinct.size > 2 && !distinct.has(undefined)
      ? `[${values.map((value) => numberText(value ?? 0)).join(", ")}]`
      : undefined;
  return values.map((value) =>
    value === undefined ? undefined : (formula?.text ?? list ?? numberText(value)),
  );
}
