import { noSuchLayer } from "../../runtime/codes.js";
import { gdaError } from "../../runtime/error.js";
import { memoryWeights, open } from "../../runtime/index.js";
import type { LayerEntry, Manifest, Package } from "../../runtime/index.js";
import { findAdapter, openGpu, restartWith } from "../adapter/index.js";
import { randomInput } from "../reference/random.js";
import { runLayer } from "../run/layer.js";
import type { Work } from "../run/layer.js";
import { verify } from "../run/verify.js";
import { generatedWeights } from "../run/weights.js";
import { unusableInput } from "./codes.js";
import { exitCode } from "./exit-code.js";
import { failure } from "./failure.js";
import { readInput } from "./input.js";
import { withProgress } from "./progress.js";
import type { Say } from "./progress.js";
import * as lines from "./run-lines.js";
import { readSource } from "./run-source.js";
import type { RunSource } from "./run-source.js";
import type { RunOptions } from "./run.js";
import { weightsAt } from "./weights.js";

const TOKENS = 64;

/** Runs a layer of a spec or a package, and prints how it went. */
export async function runFile(path: string, options: RunOptions): Promise<void> {
  const source = await readSource(path, options);
  if (source === undefined) return;
  const adapter = await withProgress("Looking for an adapter", () => findAdapter());
  await restartWith(adapter);
  process.stdout.write(lines.line("adapter", adapter.description));
  await withProgress("Compiling", async (say) => {
    const gpu = await openGpu();
    const opened = await source.open(gpu);
    if (opened !== undefined) await runPackage(source, opened, gpu, options, say);
  });
}

async function runPackage(
  source: RunSource,
  opened: Package,
  gpu: GPU,
  options: RunOptions,
  say: Say,
): Promise<void> {
  const { manifest } = opened;
  const entry = entryOf(manifest, options.layer);
  const work = await workOf(manifest, entry, options);
  const rows = work.x.length / manifest.hidden;
  const weights =
    options.weights === undefined
      ? memoryWeights(generatedWeights(entry, options.seed))
      : await weightsAt(options.weights);

  const session = await open(opened, {
    gpu,
    onProgress: ({ stage, done, total }) => void say(`Loading ${stage}: ${done} of ${total}`),
  });
  process.stdout.write(lines.kernelsLine(session) + lines.layerLine(source, manifest, entry));
  const timed = await runLayer(session, entry.index, weights, work);
  session.close();
  process.stdout.write(lines.timeLines(timed, rows - work.steps, work.steps));
  process.stdout.write(lines.outputLine(timed.y, manifest.hidden));
  let sound = timed.y.every(Number.isFinite);

  if (options.verify && source.plan) {
    await say("Computing in float64");
    const { hidden, tolerance } = manifest;
    const { layer, model } = source.plan;
    const storage = model.dtype.value;
    const ran = {
      layer,
      hidden,
      storage,
      entry,
      weights,
      x: work.x,
      y: timed.y,
      prefix: work.prefix,
    };
    const verification = await verify(ran);
    process.stdout.write(lines.verifyLine(verification, rows, tolerance));
    sound &&= verification.error <= tolerance;
  }
  if (!sound) process.exitCode = exitCode.findings;
}

function entryOf({ layers }: Manifest, index: number): LayerEntry {
  const entry = layers.find((layer) => layer.index === index);
  if (entry) return entry;
  const known = layers.map((layer) => layer.index).join(", ");
  throw gdaError(noSuchLayer, { index, layers: `layers ${known}` });
}

/** The input that is given or generated, and how much of it is decoded. */
async function workOf(manifest: Manifest, entry: LayerEntry, options: RunOptions): Promise<Work> {
  const { hidden } = manifest;
  // Where tokens see later ones there is nothing to decode step by step.
  const steps = entry.mask === "bidirectional" ? 0 : options.steps;
  const given = options.input === undefined ? undefined : await readInput(options.input, hidden);
  const tokens = options.tokens ?? (given ? given.length / hidden - steps : TOKENS);
  const rows = tokens + steps;
  if (given && (tokens < 1 || given.length < rows * hidden)) {
    const problem = `it has ${given.length / hidden} tokens, and the prompt and ${steps} steps take more`;
    throw failure(unusableInput, { file: options.input ?? "", problem });
  }
  const x = given?.subarray(0, rows * hidden) ?? randomInput(options.seed, rows, hidden);
  // So that there are rows inside the prefix and after it.
  const prefix = entry.mask === "prefix" ? Math.ceil(tokens / 2) : 0;
  return { x, steps, prefix };
}
