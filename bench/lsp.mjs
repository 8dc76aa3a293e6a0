// How long an editor waits after a key: from the edit's message to the diagnostics of its version,
// over standard input and output, against the bundled server. `npm run bench:lsp`.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createProtocolConnection,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { buildServer } from "../scripts/server.mjs";
import { bigSpec } from "./big-spec.mjs";

const folder = await mkdtemp(join(tmpdir(), "gda-lsp-"));
const server = join(folder, "server.cjs");
await buildServer(server);

/** @typedef {import("vscode-languageserver-protocol/node").Range} Range */
/** @typedef {import("vscode-languageserver-protocol/node").PublishDiagnosticsParams} PublishDiagnosticsParams */

/**
 * Opens a document in a server of its own and types into it.
 * @param {string} name
 * @param {string} text
 * @param {readonly { range: Range; text: string }[]} edits
 * @param {number} warm edits that do not count, while the code is compiled
 */
async function measure(name, text, edits, warm) {
  const child = spawn(process.execPath, [server, "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  let version = 1;
  /** @type {(told: PublishDiagnosticsParams) => void} */
  let published = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, (told) => {
    if (told.version === version) published(told);
  });
  connection.listen();
  /** @returns {Promise<PublishDiagnosticsParams>} */
  const next = () => new Promise((resolve) => (published = resolve));
  const capabilities = { textDocument: { publishDiagnostics: { versionSupport: true } } };
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities,
  });
  await connection.sendNotification("initialized", {});
  const uri = "untitled:big.gda";
  const began = performance.now();
  const first = next();
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "gda", version, text },
  });
  const { diagnostics } = await first;
  const opened = performance.now() - began;
  const times = [];
  let before = 0;
  const memory = [];
  for (const [index, change] of edits.entries()) {
    const start = performance.now();
    version += 1;
    const told = next();
    const textDocument = { uri, version };
    await connection.sendNotification("textDocument/didChange", {
      textDocument,
      contentChanges: [change],
    });
    await told;
    if (index === warm) before = await cpuSeconds(child.pid);
    if (index >= warm) times.push(performance.now() - start);
    if (index % 500 === 0) memory.push(await residentMiB(child.pid));
  }
  const spent = ((await cpuSeconds(child.pid)) - before) / times.length;
  const sorted = times.toSorted((a, b) => a - b);
  /** @param {number} part */
  const at = (part) => sorted[Math.floor(part * (sorted.length - 1))]?.toFixed(1) ?? "-";
  console.log(
    `${name}: ${text.length} characters, ${diagnostics.length} findings, opened in ` +
      `${opened.toFixed(0)} ms; ${times.length} keys: median ${at(0.5)} ms, ` +
      `95th percentile ${at(0.95)} ms, slowest ${at(1)} ms; ${(spent * 1000).toFixed(1)} ms of CPU a key`,
  );
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  return memory;
}

/**
 * What a process has in memory; nothing on systems that do not tell it in /proc.
 * @param {number | undefined} pid
 */
async function residentMiB(pid) {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
}

/**
 * The processor time of a process, which tells more than the clock on a busy machine.
 * @param {number | undefined} pid
 */
async function cpuSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [user = NaN, system = NaN] = stat.split(") ").at(-1)?.split(" ").slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}

/**
 * Someone types a fact into models all over the file, key by key, and deletes it again.
 * @param {string} text
 * @param {number} count
 */
function typing(text, count) {
  const lines = text.split("\n");
  const places = lines.flatMap((line, index) => (line === "  attention {" ? [index] : []));
  const typed = "\n    softcap: 50.0";
  const edits = [];
  for (let round = 0; edits.length < count; round++) {
    const line = places[(round * 37) % places.length] ?? 0;
    const column = lines[line]?.length ?? 0;
    let [row, character] = [line, column];
    for (const key of typed) {
      const place = { line: row, character };
      edits.push({ range: { start: place, end: place }, text: key });
      [row, character] = key === "\n" ? [row + 1, 0] : [row, character + 1];
    }
    const start = { line, character: column };
    edits.push({ range: { start, end: { line: row, character } }, text: "" });
  }
  return edits.slice(0, count);
}

const [long = "10000"] = process.argv.slice(2);
const small = bigSpec(2000, 40);
const large = bigSpec(20_000, 6);
await measure("2,000 lines, 40 layers a model", small, typing(small, 1100), 100);
await measure("20,000 lines, 6 layers a model", large, typing(large, 330), 30);
const memory = await measure(`${long} edits`, small, typing(small, Number(long)), 100);
console.log(
  `memory after every 500 edits, in MiB: ${memory.map((each) => each.toFixed(0)).join(" ")}`,
);
await rm(folder, { recursive: true });
