import { mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildPackage } from "../../compiler/package/build.js";
import type { PackageFiles } from "../../compiler/package/input.js";
import { writePackage } from "../../compiler/package/write.js";
import { temporaryFolder } from "./support/temporary.js";
import { tinyInput } from "./support/tiny-input.js";

const files = await buildPackage(tinyInput);
const renamed = await buildPackage({
  ...tinyInput,
  variants: tinyInput.variants.map((variant) => ({
    ...variant,
    target: "renamed",
  })),
});

async function contents(folder: string): Promise<PackageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [path.slice(folder.length + 1), await readFile(path, "utf8")] as const,
      ),
    ),
  );
}

const OLD = new Date("2020-01-01");

test("a new folder holds just the package, and nothing is left beside it", async () => {
  const root = await temporaryFolder();
  const folder = join(root, "deep", "package");
  const written = await writePackage(folder, files);
  expect(written).toEqual({ written: [...files.keys()], unchanged: [], removed: [] });
  expect(await contents(folder)).toEqual(files);
  expect(await readdir(join(root, "deep"))).toEqual(["package"]);
});

test("an empty folder is taken", async () => {
  const folder = await temporaryFolder();
  await writePackage(folder, files);
  expect(await contents(folder)).toEqual(files);
});

test("files that are the same are not touched", async () => {
  const folder = await temporaryFolder();
  await writePackage(folder, files);
  for (const path of files.keys()) await utimes(join(folder, path), OLD, OLD);
  const changed = new Map(files).set("report.md", "# Other\n").set("manifest.json", "{}");
  const { written, unchanged } = await writePackage(folder, changed);
  expect(written).toEqual(["manifest.json", "report.md"]);
  expect(unchanged).toHaveLength(files.size - 2);
  const { mtime } = await stat(join(folder, "index.js"));
  expect(mtime).toEqual(OLD);
  expect(await contents(folder)).toEqual(changed);
});

test("files of the earlier build go, with their folders, and other files stay", async () => {
  const folder = await temporaryFolder();
  await writePackage(folder, files);
  await writeFile(join(folder, "notes.md"), "mine");
  const { removed } = await writePackage(folder, renamed);
  expect(removed).toHaveLength(2 * tinyInput.variants.flatMap(({ texts }) => texts).length);
  expect(await readdir(join(folder, "kernels"))).toEqual(["renamed"]);
  const expected = new Map(renamed).set("notes.md", "mine");
  expect(Object.fromEntries(await contents(folder))).toEqual(Object.fromEntries(expected));
});

test.each<[string, Readonly<Record<string, string>>]>([
  ["files", { "a.txt": "a" }],
  ["another manifest", { "manifest.json": '{"name":"app","icons":[]}' }],
  ["a manifest that is no JSON", { "manifest.json": "{" }],
  [
    "a manifest that lists files elsewhere",
    { "manifest.json": '{"schema":1,"files":{"../a":""}}' },
  ],
])("a folder with %s is left alone", async (_, present) => {
  const folder = await temporaryFolder();
  for (const [path, text] of Object.entries(present)) await writeFile(join(folder, path), text);
  await expect(writePackage(folder, files)).rejects.toMatchObject({ code: "GDA8101" });
  expect(await contents(folder)).toEqual(new Map(Object.entries(present)));
});

test("a file that no build has put there is not written over", async () => {
  const folder = await temporaryFolder();
  await writePackage(folder, files);
  await mkdir(join(folder, "kernels", "renamed"));
  await writeFile(join(folder, "kernels", "renamed", "append.wgsl"), "mine");
  const before = await contents(folder);
  await expect(writePackage(folder, renamed)).rejects.toMatchObject({ code: "GDA8103" });
  expect(await contents(folder)).toEqual(before);
});

test("nothing outside is removed through a link", async () => {
  const root = await temporaryFolder();
  const [folder, outside] = [join(root, "package"), join(root, "outside")];
  await mkdir(outside);
  await writeFile(join(outside, "keep.txt"), "keep");
  await writePackage(folder, files);
  await symlink(outside, join(folder, "linked"));
  const manifest = '{"schema":1,"files":{"linked/keep.txt":""}}';
  await writeFile(join(folder, "manifest.json"), manifest);
  await writePackage(folder, new Map([["manifest.json", files.get("manifest.json") ?? ""]]));
  expect(await readdir(outside)).toEqual(["keep.txt"]);
});

test("where nothing can be written, nothing is", async () => {
  const root = await temporaryFolder();
  await writeFile(join(root, "file"), "a file");
  const inside = writePackage(join(root, "file", "package"), files);
  await expect(inside).rejects.toMatchObject({ code: "GDA8102" });
  await expect(writePackage(join(root, "file"), files)).rejects.toMatchObject({ code: "GDA8102" });
  expect(await readdir(root)).toEqual(["file"]);
});
