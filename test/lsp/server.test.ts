import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  ClientCapabilities,
  Diagnostic,
  SemanticTokens,
} from "vscode-languageserver-protocol/node";
import { buildServer } from "../../scripts/server.mjs";
import { type Session, startServer } from "./client.js";

/*
 * The bundled server in a process of its own, as an editor starts it: from a folder that holds
 * nothing else, over standard input and output. Each capability is asked once here; what features
 * answer in every case is tested where they are functions of a text (features/).
 */

const capable: ClientCapabilities = {
  workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      tagSupport: { valueSet: [1] },
      codeDescriptionSupport: true,
      dataSupport: true,
    },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
    completion: { completionItem: { snippetSupport: true } },
  },
};

const BASE = `/// What others extend.
model Base {
  hidden: 64, layers: 2, context: 128, dtype: f32
  attention { heads: 4, head_dim: 16, rope: none, mask: causal }
}
`;

const MAIN = `import { Base } from "./größer als/base.gda"
model Wide extends Base {
  attention { heads: 8 }
}
`;

let folder: string;
let bundle: string;
let root: string;
let main: string;
let base: string;
let session: Session;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "gda server ")));
  bundle = join(folder, "alone", "server.cjs");
  await buildServer(bundle);
  const project = join(folder, "project");
  await mkdir(join(project, "größer als"), { recursive: true });
  await writeFile(join(project, "größer als", "base.gda"), BASE);
  await writeFile(join(project, "main.gda"), MAIN);
  root = pathToFileURL(project).href;
  main = `${root}/main.gda`;
  base = pathToFileURL(join(project, "größer als", "base.gda")).href;
  session = await startServer(bundle, [root], capable);
  await open(main, MAIN);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function open(uri: string, text: string, version = 1): Promise<void> {
  const textDocument = { uri, languageId: "gda", version, text };
  return session.connection.sendNotification("textDocument/didOpen", { textDocument });
}

function change(uri: string, version: number, text: string): Promise<void> {
  const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
  return session.connection.sendNotification("textDocument/didChange", params);
}

function close(uri: string): Promise<void> {
  return session.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
}

/** Asks about main.gda, at a place of it if that is said. */
function ask(method: string, line = 0, character = 0, more: object = {}): Promise<unknown> {
  const textDocument = { uri: main };
  const position = { line, character };
  return session.connection.sendRequest(method, { textDocument, position, ...more });
}

function range(line: number, start: number, end: number) {
  return { start: { line, character: start }, end: { line, character: end } };
}

/** An answer with the project's folder as `file:///project`. */
function placed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(root, "file:///project"));
}

function codes(diagnostics: readonly Diagnostic[]): readonly unknown[] {
  return diagnostics.map(({ code }) => code);
}

test("a text without a mistake has an empty list of findings", async () => {
  expect(await session.published(main)).toEqual({ uri: main, version: 1, diagnostics: [] });
});

test("what it can do", () => {
  expect(Object.keys(session.initialized.capabilities).toSorted()).toMatchInlineSnapshot(`
    [
      "codeActionProvider",
      "codeLensProvider",
      "completionProvider",
      "definitionProvider",
      "documentFormattingProvider",
      "documentHighlightProvider",
      "documentLinkProvider",
      "documentOnTypeFormattingProvider",
      "documentRangeFormattingProvider",
      "documentSymbolProvider",
      "executeCommandProvider",
      "foldingRangeProvider",
      "hoverProvider",
      "inlayHintProvider",
      "positionEncoding",
      "referencesProvider",
      "renameProvider",
      "selectionRangeProvider",
      "semanticTokensProvider",
      "signatureHelpProvider",
      "textDocumentSync",
      "workspace",
      "workspaceSymbolProvider",
    ]
  `);
  expect(session.initialized.serverInfo?.name).toBe("gda");
});

test("a finding has its code, its related places and its fixes", async () => {
  const uri = `${root}/wrong.gda`;
  await open(
    uri,
    "model A {\r\n\thidden: 64, layers: 1, context: 8, dtype: f32\r\n\tattention { heads: 40, groups: 8, ratio: 3:1, head_dim: 8, rope: none, maks: causal }\r\n}",
  );
  expect(placed((await session.published(uri)).diagnostics)).toMatchInlineSnapshot(`
    [
      {
        "code": "GDA4002",
        "message": "These three cannot all hold: 8 groups of 3:1 have a multiple of 32 heads.
    Here: a ratio of 3:1.",
        "range": {
          "end": {
            "character": 45,
            "line": 2,
          },
          "start": {
            "character": 35,
            "line": 2,
          },
        },
        "relatedInformation": [
          {
            "location": {
              "range": {
                "end": {
                  "character": 22,
                  "line": 2,
                },
                "start": {
                  "character": 13,
                  "line": 2,
                },
              },
              "uri": "file:///project/wrong.gda",
            },
            "message": "40 heads",
          },
          {
            "location": {
              "range": {
                "end": {
                  "character": 33,
                  "line": 2,
                },
                "start": {
                  "character": 24,
                  "line": 2,
                },
              },
              "uri": "file:///project/wrong.gda",
            },
            "message": "8 groups",
          },
        ],
        "severity": 1,
        "source": "gda",
      },
      {
        "code": "GDA2101",
        "message": "attention has no \`maks\`; did you mean \`mask\`?",
        "range": {
          "end": {
            "character": 76,
            "line": 2,
          },
          "start": {
            "character": 72,
            "line": 2,
          },
        },
        "severity": 1,
        "source": "gda",
      },
    ]
  `);
  await close(uri);
  expect(await session.published(uri)).toEqual({ uri, diagnostics: [] });
});

test("unsaved imports count, and what imports them is checked again", async () => {
  await open(base, BASE.replace("model Base", "model Other"));
  expect(codes((await session.published(main)).diagnostics)).toEqual(["GDA2003"]);
  await close(base);
  expect((await session.published(main)).diagnostics).toEqual([]);
});

test("a stale version is never told of", async () => {
  await change(main, 2, `${MAIN}model`);
  await change(main, 3, `${MAIN}model X`);
  await change(main, 4, MAIN);
  expect((await session.published(main, 4)).diagnostics).toEqual([]);
});

test("a file that is outside the project is not read, as on the command line", async () => {
  const uri = `${root}/outside.gda`;
  await open(uri, 'import { A } from "../a.gda"\n');
  const { diagnostics } = await session.published(uri);
  expect(codes(diagnostics)).toContain("GDA2002");
  await close(uri);
});

test("an untitled document is checked, and imports from the folder", async () => {
  const uri = "untitled:Untitled-1";
  await open(uri, 'import { Base } from "./größer als/base.gda"\nmodel B extends Base { }\n');
  expect((await session.published(uri)).diagnostics).toEqual([]);
  await close(uri);
});

test("code actions", async () => {
  const uri = `${root}/heads.gda`;
  await open(uri, BASE.replace("heads: 4", "heads: 8, kv_pairs: 2").replace(", mask: causal", ""));
  const { diagnostics } = await session.published(uri);
  expect(codes(diagnostics)).toContain("GDA2112");
  const params = { textDocument: { uri }, range: range(1, 6, 10), context: { diagnostics } };
  const actions = await session.connection.sendRequest("textDocument/codeAction", params);
  expect(actions).toMatchObject([
    {
      title: "Write `mask: causal`",
      kind: "quickfix",
      edit: { changes: { [uri]: [{ range: range(3, 61, 62), newText: ", mask: causal " }] } },
    },
    { title: "Write `mask: window(keys: 4096)`" },
    { title: "Write `mask: prefix`" },
    { title: "Write `mask: bidirectional`" },
  ]);
  await close(uri);
});

test("completion", async () => {
  const items = await ask("textDocument/completion", 2, 14);
  expect(items).toContainEqual(expect.objectContaining({ label: "kv_pairs" }));
});

test("hover", async () => {
  expect(await ask("textDocument/hover", 1, 20)).toMatchInlineSnapshot(`
    {
      "contents": {
        "kind": "markdown",
        "value": "\`\`\`gda
    model Base
    \`\`\`

    What others extend.

    4 heads · 1 KiB a token · 32,768 parameters",
      },
      "range": {
        "end": {
          "character": 23,
          "line": 1,
        },
        "start": {
          "character": 19,
          "line": 1,
        },
      },
    }
  `);
});

test("signature help", async () => {
  await change(main, 5, MAIN.replace("heads: 8", "heads: 8, rope: half(theta: 1)"));
  expect(await ask("textDocument/signatureHelp", 2, 41)).toMatchObject({
    signatures: [{ parameters: [{}, {}] }],
    activeParameter: 0,
  });
  await change(main, 6, MAIN);
});

test("definition, references and highlights", async () => {
  expect(await ask("textDocument/definition", 1, 20)).toEqual({
    uri: base,
    range: range(1, 6, 10),
  });
  const context = { includeDeclaration: true };
  expect(await ask("textDocument/references", 1, 20, { context })).toEqual([
    { uri: main, range: range(0, 9, 13) },
    { uri: main, range: range(1, 19, 23) },
    { uri: base, range: range(1, 6, 10) },
  ]);
  expect(await ask("textDocument/documentHighlight", 1, 20)).toEqual([
    { range: range(0, 9, 13), kind: 2 },
    { range: range(1, 19, 23), kind: 2 },
  ]);
});

test("rename", async () => {
  expect(await ask("textDocument/prepareRename", 1, 20)).toEqual({
    range: range(1, 19, 23),
    placeholder: "Base",
  });
  const newName = "Narrow";
  expect(await ask("textDocument/rename", 1, 20, { newName })).toEqual({
    changes: {
      [base]: [{ range: range(1, 6, 10), newText: newName }],
      [main]: [
        { range: range(0, 9, 13), newText: newName },
        { range: range(1, 19, 23), newText: newName },
      ],
    },
  });
  await expect(ask("textDocument/rename", 1, 20, { newName: "model" })).rejects.toThrow(/model/);
});

test("symbols, of the document and of the folder", async () => {
  expect(await ask("textDocument/documentSymbol")).toMatchObject([
    { name: "Wide", detail: "model extends Base", children: [{ name: "attention" }] },
  ]);
  const symbols = session.connection.sendRequest("workspace/symbol", { query: "Ba" });
  expect(await symbols).toMatchObject([{ name: "Base", location: { uri: base } }]);
});

test("folding and selection", async () => {
  expect(await ask("textDocument/foldingRange")).toMatchObject([{ startLine: 1, endLine: 2 }]);
  const positions = [{ line: 2, character: 22 }];
  expect(await ask("textDocument/selectionRange", 0, 0, { positions })).toMatchObject([
    { range: range(2, 21, 22), parent: { range: range(2, 14, 22) } },
  ]);
});

test("semantic tokens, inlay hints, code lenses and links", async () => {
  const all = { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } } };
  const tokens = async (of: string): Promise<readonly number[]> => {
    const params = { textDocument: { uri: main }, ...all };
    const method = `textDocument/semanticTokens/${of}`;
    const { data } = await session.connection.sendRequest<SemanticTokens>(method, params);
    return data;
  };
  expect(await tokens("range")).toEqual(await tokens("full"));
  expect((await tokens("full")).join(" ")).toMatchInlineSnapshot(
    `"0 0 6 8 0 0 9 4 0 0 0 7 4 8 0 0 5 23 9 0 1 0 5 8 0 0 6 4 0 1 0 5 7 8 0 0 8 4 0 0 1 2 9 2 0 0 12 5 2 0 0 7 1 7 0"`,
  );
  expect(await ask("textDocument/inlayHint", 0, 0, all)).toMatchInlineSnapshot(`
    [
      {
        "label": "2 KiB a token",
        "paddingLeft": true,
        "position": {
          "character": 11,
          "line": 2,
        },
      },
    ]
  `);
  expect(placed(await ask("textDocument/codeLens"))).toMatchInlineSnapshot(`
    [
      {
        "command": {
          "arguments": [
            "file:///project/main.gda",
            "Wide",
          ],
          "command": "gda.showPlan",
          "title": "8 heads · 2 KiB a token · plan",
        },
        "range": {
          "end": {
            "character": 10,
            "line": 1,
          },
          "start": {
            "character": 6,
            "line": 1,
          },
        },
      },
    ]
  `);
  expect(await ask("textDocument/documentLink")).toMatchObject([{ target: base }]);
});

test("formatting", async () => {
  const options = { tabSize: 2, insertSpaces: true };
  await change(main, 7, MAIN.replace("  attention", "attention"));
  expect(await ask("textDocument/formatting", 0, 0, { options })).toMatchInlineSnapshot(`
    [
      {
        "newText": "  attention { heads: 8 }",
        "range": {
          "end": {
            "character": 22,
            "line": 2,
          },
          "start": {
            "character": 0,
            "line": 2,
          },
        },
      },
    ]
  `);
  const lines = { options, range: range(2, 0, 3) };
  expect(await ask("textDocument/rangeFormatting", 0, 0, lines)).toHaveLength(1);
  expect(await ask("textDocument/onTypeFormatting", 3, 1, { options, ch: "}" })).toHaveLength(1);
  await change(main, 8, MAIN);
});

test("commands", async () => {
  const params = { command: "gda.plan", arguments: [{ uri: main, name: "Wide" }] };
  const plan = await session.connection.sendRequest("workspace/executeCommand", params);
  expect(plan).toHaveProperty("text");
  expect(plan).toHaveProperty("name", "Wide");
});

test("a client that asks for findings is not sent any", async () => {
  const asking = await startServer(bundle, [root], {
    ...capable,
    textDocument: { ...capable.textDocument, diagnostic: { relatedInformation: true } },
    workspace: { ...capable.workspace, diagnostics: { refreshSupport: true } },
  });
  let refreshed = 0;
  asking.connection.onRequest("workspace/diagnostic/refresh", () => {
    refreshed++;
    return null;
  });
  const { connection } = asking;
  const diagnosticsOf = (uri: string): Promise<{ items: readonly Diagnostic[] }> =>
    connection.sendRequest("textDocument/diagnostic", { textDocument: { uri } });
  const text = (uri: string, version: number, content: string): object => ({
    textDocument: { uri, languageId: "gda", version, text: content },
  });
  await connection.sendNotification("textDocument/didOpen", text(main, 1, MAIN));
  expect(await diagnosticsOf(main)).toEqual({ kind: "full", items: [] });
  const other = BASE.replace("model Base", "model Other");
  await connection.sendNotification("textDocument/didOpen", text(base, 1, other));
  expect(codes((await diagnosticsOf(main)).items)).toEqual(["GDA2003"]);
  expect(refreshed).toBe(1);
  expect(await asking.end()).toBe(0);
});

test("nothing went wrong, and it ends when it is asked to", async () => {
  expect(session.log).toEqual([]);
  expect(await session.end()).toBe(0);
});
