const MOST = 60;

/** A JSON value as messages show it: on one line, not too long, and with nothing that cannot be seen. */
export function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  const visible = text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return visible.length > MOST ? `${visible.slice(0, MOST)}…` : visible;
}
