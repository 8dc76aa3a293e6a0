/**
 * The URI of a file by the name that messages have for it: relative where the name is, with every
 * character escaped that has a meaning in URIs. What is built in (`gda:families`) is a URI already.
 */
export function uriOf(file: string): string {
  if (/^[a-z][a-z0-9+.-]+:/.test(file)) return file;
  const whole = file.replace(/\p{Surrogate}/gu, "\uFFFD");
  const path = whole.split("/").map(encodeURIComponent).join("/");
  const drive = /^([A-Za-z])%3A\//.exec(path);
  if (drive) return `file:///${drive[1]}:/${path.slice(drive[0].length)}`;
  return file.startsWith("/") ? `file://${path}` : path;
}
