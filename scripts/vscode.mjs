// Packages the VS Code extension, with the language server in it: dist/gda.vsix. Needs no network.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createVSIX } from "@vscode/vsce";
import { build } from "esbuild";
import { readRuntimeBundle } from "../dist/compiler/package/bundle.js";
import { buildServer } from "./server.mjs";

const source = "editors/vscode";
const folder = "dist/vscode";

/**
 * @param {string} path in the extension
 * @param {string} text
 */
async function put(path, text) {
  await mkdir(dirname(`${folder}/${path}`), { recursive: true });
  await writeFile(`${folder}/${path}`, text);
}

await rm(folder, { recursive: true, force: true });

const manifest = await readFile(`${source}/package.json`, "utf8");
await put("package.json", manifest);
// All that is put here belongs into the package.
await put(".vscodeignore", "");
for (const part of ["CHANGELOG.md", "gda.language-configuration.json", "syntaxes", "snippets"]) {
  await cp(`${source}/${part}`, `${folder}/${part}`, { recursive: true });
}
for (const icon of ["gda.png", "file-dark.svg", "file-light.svg"]) {
  await cp(`${source}/icons/${icon}`, `${folder}/icons/${icon}`);
}
await cp("LICENSE", `${folder}/LICENSE`);

// The README and its pictures lie elsewhere in the repository.
const readme = await readFile(`${source}/README.md`, "utf8");
await put("README.md", readme.replaceAll("../../docs/pictures/", "pictures/"));
for (const [, picture] of readme.matchAll(/\.\.\/\.\.\/docs\/(pictures\/[\w-]+\.png)/g)) {
  await cp(`docs/${picture}`, `${folder}/${picture}`);
}

// What completes `gda.config.json`, what codes of findings link to, and what kernel packages carry.
await cp("gda.schema.json", `${folder}/gda.schema.json`);
await cp("compiler/diagnostics/pages", `${folder}/compiler/diagnostics/pages`, { recursive: true });
const runtime = await readRuntimeBundle();
await put("dist/runtime.js", runtime.js);
for (const [path, text] of runtime.declarations) await put(`dist/runtime/${path}`, text);

await buildServer(`${folder}/server.cjs`);
await build({
  entryPoints: [`${source}/src/extension.ts`],
  outfile: `${folder}/extension.cjs`,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  minify: true,
});

await createVSIX({
  cwd: folder,
  packagePath: resolve("dist/gda.vsix"),
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
