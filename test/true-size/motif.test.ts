import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { attentionTensors } from "../../compiler/plan/attention-tensors.js";
import { evaluate } from "../../compiler/reference/evaluate.js";
import type { Numbers } from "../../compiler/reference/weights.js";
import { openPage } from "../package/support/page.js";
import { openGpu } from "../support/adapter.js";
import { example } from "../support/examples.js";
import { relativeError } from "../support/relative.js";
import { input, run, weights, type Outcome } from "./work.js";

/**
 * Layer 0 of Motif-2-12.7B at its true size, hidden 4096 and 40 query heads, from the package that
 * `gda build` writes: in Node against the float64 reference, in a page of Chromium against Node.
 * Takes minutes and gigabytes: `npm run build && npm run true-size`.
 */
const [tokens, steps, pageTokens] = [128, 8, 16];
const rows = [0, 1, 15, 63, 100, 127, 128, 131, 135];
const columns = Array.from({ length: 256 }, (_, i) => i * 16 + (i % 16));
let folder = "";
let node: Outcome;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gda-true-size-"));
  const spec = "examples/motif-2-12.7b.gda";
  const command = ["dist/gda/main.js", "build", spec, "-o", join(folder, "package")];
  await promisify(execFile)(process.execPath, command);
  const url = pathToFileURL(join(folder, "package/index.js")).href;
  node = await run(url, tokens, steps, { gpu: await openGpu() });
  say(
    `node, ${node.variant}: prefill of ${tokens} ${ms(node.prefillMs)}, ${steps} steps ${ms(node.decodeMs)}`,
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("agrees with the reference in Node", () => {
  const { manifest, y } = node;
  const layer = example("motif-2-12.7b.gda").models[0]?.layers[0];
  if (layer === undefined) throw new Error("the example has no layer");
  const stored = weights(manifest);
  const own: Record<string, Numbers> = {};
  for (const { name } of attentionTensors(layer, manifest.hidden)) {
    const [tensor = ""] = Object.keys(manifest.layers[0]?.weights[name]?.shapes ?? {});
    const data = stored.get(tensor)?.data;
    if (data instanceof Float32Array) own[name] = data;
  }
  const x = input(tokens + steps, manifest.hidden);
  const expected = evaluate(layer, manifest.hidden, own, x, { rows, columns }).y;
  const found = rows.flatMap((row) => columns.map((c) => y[row * manifest.hidden + c] ?? NaN));
  const error = relativeError(Float32Array.from(found), expected);
  say(`node against float64: ${error.toExponential(2)} in ${rows.length} rows`);
  expect(error).toBeLessThanOrEqual(manifest.tolerance);
});

it("gives the same numbers in a page that imports the package", async () => {
  const page = await openPage(new Map([...(await packageFiles()), ["work.js", await workText()]]));
  page.setDefaultTimeout(0);
  const program = `import("/work.js").then(async ({ run }) => {
    const { y, variant, prefillMs } = await run("/package/index.js", ${pageTokens}, 0);
    return { y: [...y], variant, prefillMs };
  })`;
  const outcome = await page.evaluate<{ y: number[]; variant: string; prefillMs: number }>(program);
  say(`page, ${outcome.variant}: prefill of ${pageTokens} ${ms(outcome.prefillMs)}`);
  const same = node.y.subarray(0, pageTokens * node.manifest.hidden);
  const error = relativeError(Float32Array.from(outcome.y), same);
  say(`page against node: ${error.toExponential(2)} in ${pageTokens} rows`);
  expect(error).toBeLessThan(1e-5);
});

async function packageFiles(): Promise<ReadonlyMap<string, string>> {
  const root = join(folder, "package");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(async (file) => {
    const path = join(file.parentPath, file.name);
    return [`package/${path.slice(root.length + 1)}`, await readFile(path, "utf8")] as const;
  });
  return new Map(await Promise.all(texts));
}

async function workText(): Promise<string> {
  const built = await build({
    entryPoints: ["test/true-size/work.ts"],
    format: "esm",
    bundle: true,
    write: false,
  });
  return built.outputFiles[0]?.text ?? "";
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function ms(value: number): string {
  return `${Math.round(value).toLocaleString("en-US")} ms`;
}
