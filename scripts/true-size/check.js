// Builds layer 0 of Motif-2-12.7B, runs it at its true size in Node and in a page of headless
// Chromium, and compares both with the float64 reference: npm run true-size
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findAdapter, openGpu, restartWith } from "../../dist/compiler/adapter/index.js";
import { evaluate } from "../../dist/compiler/reference/evaluate.js";
import { analyze } from "../../dist/compiler/analyze.js";
import { attentionTensors } from "../../dist/compiler/plan/attention-tensors.js";
import { tensor } from "../../dist/runtime/index.js";
import { input, run, weights } from "./work.js";

const TOKENS = 128;
const STEPS = 8;
const PAGE_TOKENS = 16;
const SPEC = "examples/motif-2-12.7b.gda";
const SAMPLED = { rows: [0, 1, 15, 63, 100, 127, 128, 131, 135], columns: sampleColumns() };

const choice = await findAdapter();
await restartWith(choice);
console.log(`adapter      ${choice.description}`);

const folder = await mkdtemp(join(tmpdir(), "gda-true-size-"));
try {
  const build = ["dist/gda/main.js", "build", SPEC, "-o", join(folder, "package"), "--layers", "0"];
  execFileSync(process.execPath, build, { stdio: "inherit" });
  const node = await run(pathToFileURL(join(folder, "package/index.js")).href, TOKENS, STEPS, {
    gpu: await openGpu(),
  });
  console.log(
    `node         ${node.variant}: prefill ${ms(node.prefillMs)}, decode ${ms(node.decodeMs)}`,
  );
  const reference = referenceRows(node.manifest);
  report("node", relativeError(sampled(node.y, SAMPLED.rows), reference), node.manifest.tolerance);
  const page = await runInPage(folder);
  const rows = SAMPLED.rows.filter((row) => row < PAGE_TOKENS);
  const expected = reference.slice(0, rows.length * SAMPLED.columns.length);
  report("page", relativeError(sampled(page, rows), expected), node.manifest.tolerance);
  report(
    "page = node",
    relativeError(page, node.y.subarray(0, page.length)),
    node.manifest.tolerance,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

function referenceRows(manifest) {
  const source = readFileSync(SPEC, "utf8");
  const { models } = analyze(SPEC, { read: (file) => (file === SPEC ? source : undefined) });
  const layer = models[0].layers[0];
  const stored = weights(manifest, tensor);
  const own = {};
  for (const { name } of attentionTensors(layer, manifest.hidden)) {
    const [checkpointName] = Object.keys(manifest.layers[0].weights[name].shapes);
    own[name] = stored.get(checkpointName).data;
  }
  const x = input(TOKENS + STEPS, manifest.hidden);
  return evaluate(layer, manifest.hidden, own, x, SAMPLED).y;
}

async function runInPage(root) {
  const types = { ".js": "text/javascript", ".json": "application/json", ".html": "text/html" };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = path === "/work.js" ? "scripts/true-size/work.js" : join(root, path);
    const body = path === "/" ? "<!doctype html>" : await readFile(file).catch(() => undefined);
    const type = types[path === "/" ? ".html" : extname(path)] ?? "text/plain";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  }).listen(0);
  // Chromium brings its own drivers: those of this process would keep it from finding them.
  const { VK_DRIVER_FILES, LD_LIBRARY_PATH, ...env } = process.env;
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    env,
    args: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`http://localhost:${server.address().port}/`);
    const {
      y,
      variant,
      ms: took,
    } = await page.evaluate(async (tokens) => {
      const { run } = await import("/work.js");
      const { y, variant, prefillMs } = await run("/package/index.js", tokens, 0);
      return { y: [...y], variant, ms: prefillMs };
    }, PAGE_TOKENS);
    console.log(`page         ${variant}: prefill of ${PAGE_TOKENS} tokens ${ms(took)}`);
    return Float32Array.from(y);
  } finally {
    await browser.close();
    server.close();
  }
}

function sampleColumns() {
  return Array.from({ length: 256 }, (_, i) => i * 16 + (i % 16));
}

function sampled(y, rows) {
  return Float32Array.from(
    rows.flatMap((row) => SAMPLED.columns.map((column) => y[row * 4096 + column])),
  );
}

function relativeError(out, reference) {
  let difference = 0;
  let size = 0;
  reference.forEach((expected, i) => {
    difference += (out[i] - expected) ** 2;
    size += expected ** 2;
  });
  return Math.sqrt(difference / size);
}

function report(name, error, tolerance) {
  const verdict = error <= tolerance ? "pass" : "FAIL";
  console.log(
    `${name.padEnd(12)} error ${error.toExponential(2)}, tolerance ${tolerance}: ${verdict}`,
  );
  if (verdict === "FAIL") process.exitCode = 1;
}

function ms(value) {
  return `${Math.round(value).toLocaleString("en-US")} ms`;
}
