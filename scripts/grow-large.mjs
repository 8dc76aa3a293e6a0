// Grows a large generated checkpoint with the built command, and prints time and memory:
// `npm run grow-large -- --bytes 6.5e9`. Takes about six times as many bytes on the disk of the
// temporary folder, which it checks first and frees at the end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { analyze } from "../dist/compiler/analyze.js";
import { elementsFor, roundInto } from "../dist/compiler/checkpoint/elements.js";
import { storedTensors } from "../dist/compiler/checkpoint/stored.js";
import { distribution, randomNumbers } from "../dist/compiler/reference/random.js";
import { safetensorsHeader } from "../dist/runtime/weights/write.js";

const { values: options } = parseArgs({
  options: {
    bytes: { type: "string", default: "6.5e9" },
    gda: { type: "string", default: "dist/gda/main.js" },
  },
});
const bytes = Number(options.bytes);

// Motif-2.6B with as many layers as it takes, or a quarter as wide where little is asked for.
const large = bytes > 2e9;
const [hidden, width, vocab, headDim] = large ? [2048, 8192, 219_520, 128] : [512, 2048, 8192, 32];
const layerNumbers = 4 * 16 * headDim * hidden + 3 * width * hidden;
const layers = Math.max(1, Math.ceil((bytes / 2 - vocab * hidden) / layerNumbers));
const spec = `
import { Motif } from "gda:families"
model Small extends Motif {
  hidden: ${hidden}, layers: ${layers}, context: 4096, vocab: ${vocab}, embedding: tied, dtype: bf16
  mlp { width: ${width} }
  attention { group[8] { signal: 1, noise: 1, kv: 1 }, head_dim: ${headDim} }
}
growth Up {
  stage wide from Small at 1T tokens {
    hidden *= 2, mlp { width *= 2 }, embedding: untied, attention { group { signal *= 4 } }
    copies: hyperclone(snr: 10 dB, seed: 1)
  }
}
`;
const { growths } = analyze("large.gda", { read: () => spec });
const [stage] = growths.flatMap((growth) => growth.stages);
if (stage === undefined) throw new Error("the spec has a stage");
const source = storedTensors(stage.source);

/** @param {readonly number[]} shape */
const sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);
/** @param {readonly import("../dist/compiler/checkpoint/stored.js").StoredTensor[]} tensors */
const bytesOf = (tensors) => 2 * tensors.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
const [sourceBytes, grownBytes] = [bytesOf(source), bytesOf(storedTensors(stage.model))];

const folder = await mkdtemp(join(tmpdir(), "gda-grow-large-"));
try {
  const { bavail, bsize } = await statfs(folder);
  const needed = 1.01 * (sourceBytes + grownBytes);
  if (bavail * bsize < needed) throw new Error(`${folder} needs ${needed} bytes`);
  await writeFile(join(folder, "large.gda"), spec);
  await generate();
  await grow();
} finally {
  await rm(folder, { recursive: true });
}

/** Writes the source in files of 2 GB at most, a piece of a tensor at a time. */
async function generate() {
  /** @type {import("../dist/compiler/checkpoint/stored.js").StoredTensor[][]} */
  const shards = [[]];
  let room = 1e9;
  for (const tensor of source) {
    const size = sizeOf(tensor.shape);
    if (size > room && shards.at(-1)?.length) {
      shards.push([]);
      room = 1e9;
    }
    shards.at(-1)?.push(tensor);
    room -= size;
  }
  /** @type {Record<string, string>} */
  const map = {};
  for (const [i, tensors] of shards.entries()) {
    const name = `part-${i}.safetensors`;
    const infos = new Map(
      tensors.map(({ name, shape }) => [name, { dtype: /** @type {const} */ ("BF16"), shape }]),
    );
    const file = await open(join(folder, name), "wx");
    await file.write(safetensorsHeader(infos, { format: "pt" }).bytes);
    for (const tensor of tensors) {
      map[tensor.name] = name;
      const draw = distribution({ name: tensor.tensor, shape: tensor.shape });
      for (let left = sizeOf(tensor.shape); left > 0;) {
        const count = Math.min(left, 2 ** 20);
        const numbers = randomNumbers(1, `${tensor.name} ${left}`, count, draw);
        const elements = elementsFor("BF16", count);
        roundInto(elements, Float64Array.from(numbers), "BF16");
        await file.write(new Uint8Array(elements.buffer));
        left -= count;
      }
    }
    await file.close();
  }
  const index = { metadata: { total_size: sourceBytes }, weight_map: map };
  await writeFile(join(folder, "model.safetensors.index.json"), JSON.stringify(index));
}

/** Runs the command, which tells what it took on a pipe of its own when it ends. */
async function grow() {
  const tell = `import { writeSync } from "node:fs";
    process.on("exit", () => {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      writeSync(3, maxRSS + " " + (userCPUTime + systemCPUTime));
    });`;
  const child = spawn(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(tell)}`,
      options.gda,
      "grow",
      join(folder, "large.gda"),
      "--to=wide",
      `--from=${join(folder, "model.safetensors.index.json")}`,
      `--out=${join(folder, "grown")}`,
    ],
    { stdio: ["ignore", "inherit", "inherit", "pipe"] },
  );
  const start = performance.now();
  const pipe = /** @type {import("node:stream").Readable} */ (child.stdio[3]);
  const told = text(pipe);
  await once(child, "exit");
  const seconds = (performance.now() - start) / 1000;
  if (child.exitCode !== 0) throw new Error(`gda ended with ${child.exitCode}`);
  const [peakKibibytes = NaN, cpuMicroseconds = NaN] = (await told).split(" ").map(Number);
  const cpuSeconds = cpuMicroseconds / 1e6;
  const result = {
    sourceBytes,
    grownBytes,
    seconds: tenths(seconds),
    cpuSeconds: tenths(cpuSeconds),
    megabytesPerSecond: tenths(grownBytes / seconds / 1e6),
    megabytesPerCpuSecond: tenths(grownBytes / cpuSeconds / 1e6),
    peakMebibytes: tenths(peakKibibytes / 1024),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** @param {number} value */
function tenths(value) {
  return Number(value.toFixed(1));
}
