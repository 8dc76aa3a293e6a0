/** Things by name: an object, or a map where names may be anything. */
export type Named<T> = ReadonlyMap<string, T> | Readonly<Record<string, T>>;

export function byName<T>(named: Named<T>): ReadonlyMap<string, T> {
  return isMap(named) ? named : new Map(Object.entries(named));
}

function isMap<T>(named: Named<T>): named is ReadonlyMap<string, T> {
  return named instanceof Map;
}
