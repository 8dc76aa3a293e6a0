import { execFile } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocumentDiagnosticRequest, ExecuteCommandRequest } from "vscode-languageserver-protocol";
import { startServer, type Session } from "../../editors/pictures/client.js";
import { standIn } from "./stand-in.js";

/*
 * The extension as it is installed: packaged by the one command, unpacked into a folder that has
 * nothing else, and its server asked as VS Code asks it. VS Code itself is not part of it: what
 * stands in for its API takes everything.
 */

interface Extension {
  activate(context: { extensionPath: string; subscriptions: object[] }): Promise<void>;
  deactivate(): Promise<void>;
}

function isExtension(loaded: unknown): loaded is Extension {
  const isObject = typeof loaded === "object" && loaded !== null;
  return isObject && "activate" in loaded && "deactivate" in loaded;
}

let folder: string;
let files: readonly string[];
let session: Session;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["scripts/vscode.mjs"]);
  folder = await mkdtemp(join(tmpdir(), "gda vsix "));
  const unpacked = Object.entries(unzipSync(await readFile("dist/gda.vsix")));
  files = unpacked.map(([file]) => file).toSorted();
  for (const [file, bytes] of unpacked) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  }
  session = await startServer(join(folder, "extension/server.cjs"), folder);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("it holds what it needs and nothing else", async () => {
  const pages = await readdir("compiler/diagnostics/pages");
  const isRuntime = (file: string) => /^extension\/dist\/runtime\/[\w/-]+\.d\.ts$/.test(file);
  expect(files.filter((file) => !isRuntime(file))).toEqual(
    [
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension/LICENSE.txt",
      "extension/changelog.md",
      "extension/dist/runtime.js",
      "extension/extension.cjs",
      "extension/gda.language-configuration.json",
      "extension/gda.schema.json",
      "extension/icons/file-dark.svg",
      "extension/icons/file-light.svg",
      "extension/icons/gda.png",
      "extension/package.json",
      "extension/pictures/findings.png",
      "extension/readme.md",
      "extension/server.cjs",
      "extension/snippets/gda.json",
      "extension/syntaxes/gda.markdown.tmLanguage.json",
      "extension/syntaxes/gda.tmLanguage.json",
      ...pages.map((page) => `extension/compiler/diagnostics/pages/${page}`),
    ].toSorted(),
  );
});

test("every file that its manifest names is there", async () => {
  const manifest = await readFile(join(folder, "extension/package.json"), "utf8");
  const named = [...manifest.matchAll(/"\.\/([^"]+)"|"(icons\/[^"]+)"/g)];
  expect(named.length).toBeGreaterThan(8);
  for (const [, file, icon] of named) expect(files).toContain(`extension/${file ?? icon}`);
});

test("its client starts the server in it, and registers what that can do", async () => {
  const extensionPath = join(folder, "extension");
  const registered = new Set<string>();
  const vscode = join(extensionPath, "node_modules/vscode");
  await mkdir(vscode, { recursive: true });
  await writeFile(join(vscode, "index.js"), "module.exports = globalThis.vscodeStandIn;");
  Object.assign(globalThis, { vscodeStandIn: standIn("vscode", registered) });
  const loaded: unknown = createRequire(import.meta.url)(join(extensionPath, "extension.cjs"));
  if (!isExtension(loaded)) throw new Error("extension.cjs is no extension");
  await loaded.activate({ extensionPath, subscriptions: [] });
  await loaded.deactivate();
  const commands = [...registered].filter((line) => line.startsWith("registerCommand"));
  expect(new Set(commands)).toEqual(
    new Set([
      "registerCommand gda.build",
      "registerCommand gda.buildPackage",
      "registerCommand gda.plan",
      "registerCommand gda.restartServer",
      "registerCommand gda.showKernel",
      "registerCommand gda.showOutput",
      "registerCommand gda.showPlan",
      "registerCommand gda.wgsl",
    ]),
  );
  expect([...registered]).toEqual(
    expect.arrayContaining([
      "registerTaskProvider gda",
      "registerTextDocumentContentProvider gda",
      "registerTextDocumentContentProvider gda-view",
      ...["CodeActions", "CodeLens", "CompletionItem", "Definition", "DocumentSemanticTokens"].map(
        (feature) => `register${feature}Provider`,
      ),
      ...["DocumentFormattingEdit", "Hover", "InlayHints", "Rename", "SignatureHelp"].map(
        (feature) => `register${feature}Provider`,
      ),
    ]),
  );
});

test("its server finds a mistake in an unsaved text", async () => {
  const uri = await session.open("a b.gda", "model A {\n  hiden: 4096\n}\n");
  const report = await session.connection.sendRequest(DocumentDiagnosticRequest.type, {
    textDocument: { uri },
  });
  const found = report.kind === "full" ? report.items : [];
  expect(found.find(({ code }) => code === "GDA2101")?.range).toEqual({
    start: { line: 1, character: 2 },
    end: { line: 1, character: 7 },
  });
});

test("its server builds a package, with what the extension brings", async () => {
  const text = await readFile("examples/llama-3-8b.gda", "utf8");
  const uri = await session.open("llama.gda", text);
  const out = join(folder, "kernels");
  const built: unknown = await session.connection.sendRequest(ExecuteCommandRequest.type, {
    command: "gda.build",
    arguments: [{ uri, folder: out }],
  });
  expect(built).toMatchObject({ name: "Llama3_8B", unchanged: 0, removed: 0 });
  expect(await readdir(out)).toEqual(expect.arrayContaining(["index.js", "manifest.json"]));
});

test("its server ends with its client", async () => {
  expect(await session.close()).toBe(0);
});
