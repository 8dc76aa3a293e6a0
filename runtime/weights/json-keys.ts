/**
 * The first key that stands twice in one object of a JSON text. `JSON.parse` keeps the last of such
 * keys without a word. The text must be sound JSON.
 */
export function duplicateKey(json: string): string | undefined {
  const objects: Set<string>[] = [];
  // A text with the colon that makes it a key, or a bracket that opens or closes an object.
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}]/g)) {
    if (token === "{") objects.push(new Set());
    else if (token === "}") objects.pop();
    else if (token.endsWith(":")) {
      const key = String(JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)));
      const keys = objects.at(-1);
      if (keys?.has(key) === true) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
