/** The folder that imports may not leave: the project's root, or that of an entry outside it. */
export function rootOf(entry: string): string {
  return entry.startsWith("../") || isAbsolute(entry) ? folderOf(entry) : "";
}

/** The file that an import names; relative paths start at the file that it stands in. */
export function importedFile(from: string, path: string): string {
  return normalize(isAbsolute(path) ? path : folderOf(from) + path);
}

export function isInside(file: string, root: string): boolean {
  return (
    !file.startsWith(`${root}../`) && file.startsWith(root) && (root !== "" || !isAbsolute(file))
  );
}

/** Without `.` and doubled slashes, and without `..` where a folder stands before it. */
export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !path.startsWith("/")) parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}
