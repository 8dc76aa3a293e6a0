import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver-protocol/node";
import { limits } from "../../grammar/limits.js";
import { buildServer } from "../../scripts/server.mjs";
import { startServer } from "./client.js";

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gda-robust-"));
  bundle = join(folder, "server.cjs");
  await buildServer(bundle);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const uri = "untitled:Untitled-1";

function document(text: string) {
  return { textDocument: { uri, languageId: "gda", version: 1, text } };
}

test("a document that is not open has no answer, and no error either", async () => {
  const { connection, end, log } = await startServer(bundle, [], {});
  const position = { line: 0, character: 0 };
  const unknown = { textDocument: { uri: "file:///nowhere/a%ZZ.gda" }, position };
  expect(await connection.sendRequest("textDocument/hover", unknown)).toBeNull();
  await connection.sendNotification("textDocument/didOpen", document("model A { }"));
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  const closed = { textDocument: { uri }, position };
  expect(await connection.sendRequest("textDocument/completion", closed)).toBeNull();
  expect(log).toEqual([]);
  expect(await end()).toBe(0);
});

test("positions that are nowhere, an empty text, and one that is too large", async () => {
  const { connection, end, log, published } = await startServer(bundle, [], {});
  await connection.sendNotification("textDocument/didOpen", document(""));
  expect((await published(uri)).diagnostics).toEqual([]);
  const place = { textDocument: { uri }, position: { line: 99, character: 99 } };
  for (const method of ["hover", "completion", "definition", "signatureHelp", "references"]) {
    const context = { includeDeclaration: true };
    await connection.sendRequest(`textDocument/${method}`, { ...place, context });
  }
  await connection.sendNotification("textDocument/didChange", {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: "\n".repeat(limits.characters + 1) }],
  });
  const { diagnostics } = await published(uri, 2);
  expect(diagnostics.map(({ code }) => code)).toEqual(["GDA1001"]);
  expect(await connection.sendRequest("textDocument/documentSymbol", place)).toEqual([]);
  expect(await connection.sendRequest("textDocument/semanticTokens/full", place)).toMatchObject({
    data: [],
  });
  expect(log).toEqual([]);
  expect(await end()).toBe(0);
});

test("a request that is cancelled ends, and the next is answered", async () => {
  const { connection, end } = await startServer(bundle, [], {});
  await connection.sendNotification("textDocument/didOpen", document("model A { hidden: 1 }\n"));
  const source = new CancellationTokenSource();
  const params = { textDocument: { uri } };
  const cancelled = connection.sendRequest("textDocument/documentSymbol", params, source.token);
  source.cancel();
  const settled = await Promise.allSettled([cancelled]);
  expect(settled).toHaveLength(1);
  expect(await connection.sendRequest("textDocument/documentSymbol", params)).toHaveLength(1);
  expect(await end()).toBe(0);
});

test("nothing is answered before initialize and after shutdown", async () => {
  const child = spawn(process.execPath, [bundle, "--stdio"]);
  const answers: string[] = [];
  child.stdout.on("data", (data) => answers.push(String(data)));
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const params = { textDocument: { uri }, position: { line: 0, character: 0 } };
  send({ id: 1, method: "textDocument/hover", params });
  send({
    id: 2,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  send({ id: 3, method: "shutdown" });
  send({ id: 4, method: "textDocument/hover", params });
  send({ method: "exit" });
  expect(await once(child, "exit")).toEqual([0, null]);
  const told = answers.join("");
  expect(told).toMatch(/"id":1,"error":\{"code":-32002/);
  expect(told).toMatch(/"id":4,"error":\{"code":-32600/);
});

test("what is no message is passed over", async () => {
  const { connection, process: child, end } = await startServer(bundle, [], {});
  child.stdin.write("Content-Length: 9\r\n\r\n{ no json");
  child.stdin.write("Content-Length: 2\r\n\r\n{}");
  child.stdin.write('Content-Length: 26\r\n\r\n{"jsonrpc":"2.0","id":"a"}');
  await connection.sendNotification("textDocument/didOpen", document("model A { }"));
  const params = { textDocument: { uri } };
  expect(await connection.sendRequest("textDocument/documentSymbol", params)).toHaveLength(1);
  expect(await end()).toBe(0);
});

test("it ends when the process that started it has gone", async () => {
  const parent = spawn(process.execPath, ["--version"]);
  await once(parent, "exit");
  const child = spawn(process.execPath, [bundle, "--stdio"]);
  const params = { processId: parent.pid, rootUri: null, capabilities: {} };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  expect(await once(child, "exit")).toEqual([1, null]);
});

test("it ends with its client: exit code 1, as nobody asked it to shut down", async () => {
  const gone = await startServer(bundle, [], {});
  const exit = once(gone.process, "exit");
  gone.process.stdin.end();
  expect(await exit).toEqual([1, null]);

  const exited = await startServer(bundle, [], {});
  const ended = once(exited.process, "exit");
  await exited.connection.sendNotification("exit");
  expect(await ended).toEqual([1, null]);
});
