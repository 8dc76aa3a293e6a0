import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { build } from "esbuild";

/**
 * A case is a transcript: remarks (`# …`), commands (`$ …`) with what they print, and the files
 * (`-- name --`) that they start with. Lines on standard error begin with `! `, and an exit code
 * other than 0 is written `[exit 1]`.
 */
export interface Transcript {
  readonly script: readonly string[];
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

const bin = resolve("node_modules/.cache/gda/bin");

/** Builds the command line as it is in the sources now, and puts `gda` into a folder for PATH. */
export async function buildCli(): Promise<void> {
  await buildCliInto(bin);
}

/** The same into a folder of its own, for tests that run beside the transcripts. */
export async function buildCliInto(bin: string): Promise<void> {
  await rm(bin, { recursive: true, force: true });
  await build({
    entryPoints: { main: "compiler/cli/main.ts" },
    outdir: bin,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["commander", "tar", "webgpu"],
  });
  const start = `#!/bin/sh\nexec "${process.execPath}" "${join(bin, "main.mjs")}" "$@"\n`;
  await writeFile(join(bin, "gda"), start, { mode: 0o755 });
}

export function parseTranscript(text: string): Transcript {
  const [script = "", ...parts] = text.split(/^-- (.+) --\n/m);
  const files = [];
  for (let i = 0; i < parts.length; i += 2) {
    files.push({ name: parts[i] ?? "", text: parts[i + 1] ?? "" });
  }
  return { script: script.split("\n").filter(isScript), files };
}

/** Commands, and remarks at the beginning of a paragraph; what a command prints follows it. */
function isScript(line: string, i: number, lines: readonly string[]): boolean {
  return line.startsWith("$ ") || (line.startsWith("# ") && (lines[i - 1] ?? "") === "");
}

/** Runs the commands of a case in a new folder with its files; gives the case as it went. */
export async function play({ script, files }: Transcript): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "gda-case-"));
  try {
    for (const { name, text } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    let played = "";
    for (const line of script) {
      if (line.startsWith("# ")) played += `${line}\n`;
      else played += `${line}\n${masked(await shell(line.slice(2), folder), folder)}\n`;
    }
    return played + files.map(({ name, text }) => `-- ${name} --\n${text}`).join("");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a command prints, standard output first. */
async function shell(command: string, cwd: string): Promise<string> {
  const child = spawn("sh", ["-c", command], {
    cwd,
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      CI: undefined,
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      TERM: "xterm-256color",
      LC_ALL: "C",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((done) => child.on("close", done));
  const errors = stderr.replace(/^(.*)\n/gm, (_, line: string) => `${`! ${line}`.trimEnd()}\n`);
  return stdout + errors + (code === 0 ? "" : `[exit ${code}]\n`);
}

/** Hides what differs from run to run and from adapter to adapter. */
function masked(text: string, folder: string): string {
  return text
    .replaceAll(folder, "$DIR")
    .replace(/^! Warning: maxDynamic.*\n/gm, "")
    .replace(/^(adapter|kernels) +.*/gm, "$1   #")
    .replace(/(?<=relative error )\S+/g, "#")
    .replace(/[\d.,]+(?= (ms|tokens\/s)\b)/g, "#");
}
