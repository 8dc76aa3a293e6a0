import type { Weights } from "../../runtime/weights/weights.js";
import { parameters } from "../plan/costs.js";
import type { StagePlan } from "../plan/plan.js";
import { Matrix } from "../reference/matrix.js";
import { ReferenceModel } from "../reference/model.js";
import { randomNumbers } from "../reference/random.js";
import { float64 } from "../reference/weights.js";
import { withSourcesFunction } from "./verify-function.js";
import { allowedDifference, type Rounding, roundingOf } from "./verify-rounding.js";
import { sampledLayers, tiled, tokenNumbers } from "./verify-sample.js";

/** Models of so many parameters at most are run whole; float64 in JavaScript takes its time. */
const MOST_WHOLE = 64e6;
/** Tokens of a whole run, and of a layer alone. */
const TOKENS = { whole: 16, sampled: 4 };
/** Rows of a large model's head that are compared. */
const HEAD_ROWS = 256;

/** How far a part of the grown model is from its source. */
export interface Difference {
  /** "embedding", "head", or a layer of the grown model. */
  readonly part: "embedding" | "head" | number;
  /** Where the layer comes from; absent around the layers. */
  readonly source: StagePlan["layerSources"][number] | undefined;
  /** The largest |grown − copy of the source|, over the largest |source|. */
  readonly difference: number;
  readonly allowed: number;
}

export interface GrowthVerification {
  /** The whole stack on tokens or a random stream, or some layers alone, each on a random stream. */
  readonly mode: "whole" | "sampled";
  readonly tokens: number;
  readonly rounding: Rounding;
  readonly differences: readonly Difference[];
  /** Facts that the stage changes in `lossy`, which are taken from the source here. */
  readonly setAside: readonly string[];
  readonly agrees: boolean;
}

export interface VerifyOptions {
  readonly seed?: number;
  /** Left out, a small model is run whole and a large one is sampled. */
  readonly mode?: GrowthVerification["mode"];
  /** Told of each part when it has been compared. */
  readonly onPart?: (difference: Difference) => void;
}

/**
 * Evaluates a checkpoint and the grown one in float64 and compares them: each part of the grown model
 * must give copies of what its source gives, to the rounding of the grown weights as they are stored.
 * What a stage changes on purpose (`lossy`) is set aside: the grown weights are evaluated with these
 * facts of the source. A model that is too large to run whole is sampled, and few rows of its matrices
 * are in memory at a time.
 */
export async function verifyGrowth(
  stage: StagePlan,
  source: Weights,
  grown: Weights,
  options: VerifyOptions = {},
): Promise<GrowthVerification> {
  const { seed = 0, onPart } = options;
  const small = parameters(stage.model).total <= MOST_WHOLE;
  const mode = options.mode ?? (small ? "whole" : "sampled");
  const rounding = roundingOf(stage, grown);
  const before = new ReferenceModel(stage.source, source);
  const after = new ReferenceModel(withSourcesFunction(stage), grown);
  const run: Run = { stage, before, after, rounding, seed, tokens: TOKENS[mode] };
  const differences: Difference[] = [];
  for await (const difference of mode === "whole" ? wholeRun(run) : sampledRun(run)) {
    differences.push(difference);
    onPart?.(difference);
  }
  return {
    mode,
    tokens: run.tokens,
    rounding,
    differences,
    setAside: stage.lossy.flatMap(({ facts }) => facts),
    // What is no number agrees with nothing.
    agrees: differences.every(({ difference, allowed }) => difference <= allowed),
  };
}

interface Run {
  readonly stage: StagePlan;
  readonly before: ReferenceModel;
  readonly after: ReferenceModel;
  readonly rounding: Rounding;
  readonly seed: number;
  readonly tokens: number;
}

/** Layer after layer, each on what came out of the one before; rounding adds up on the way. */
async function* wholeRun(run: Run): AsyncGenerator<Difference> {
  const { stage, before, after, rounding } = run;
  const { vocab } = stage.source;
  const words = vocab && tokenNumbers(run.seed, run.tokens, vocab.value);
  let x = words ? await before.embedded(words) : stream(run);
  let y = words ? await after.embedded(words) : widened(run, x);
  if (words) yield compare("embedding", undefined, y, widened(run, x), 0);
  for (const [index, from] of stage.layerSources.entries()) {
    if (!from.inserted) x = await before.layer(from.source, x, prefixOf(run));
    y = await after.layer(index, y, prefixOf(run));
    yield compare(index, from, y, widened(run, x), allowedDifference(rounding, index + 1));
  }
  if (!vocab) return;
  const allowed = allowedDifference(rounding, stage.layerSources.length + 1);
  yield compare("head", undefined, await after.logits(y), await before.logits(x), allowed);
}

/** Some layers, each alone on a random stream, and some rows of embedding and head. */
async function* sampledRun(run: Run): AsyncGenerator<Difference> {
  const { stage, before, after, rounding } = run;
  const { vocab } = stage.source;
  const x = stream(run);
  const wide = widened(run, x);
  const allowed = allowedDifference(rounding, 1);
  if (vocab) {
    const words = tokenNumbers(run.seed, run.tokens, vocab.value);
    const expected = widened(run, await before.embedded(words));
    yield compare("embedding", undefined, await after.embedded(words), expected, 0);
  }
  for (const index of sampledLayers(stage)) {
    const from = stage.layerSources[index];
    if (!from) continue;
    const expected = from.inserted ? x : await before.layer(from.source, x, prefixOf(run));
    const found = await after.layer(index, wide, prefixOf(run));
    yield compare(index, from, found, widened(run, expected), allowed);
  }
  if (!vocab) return;
  const part = { first: 0, count: Math.min(HEAD_ROWS, vocab.value) };
  const expected = await before.logits(x, part);
  yield compare("head", undefined, await after.logits(wide, part), expected, allowed);
}

/** Half of the tokens, for masks with a prefix; others do not read it. */
function prefixOf({ tokens }: Run): number {
  return Math.ceil(tokens / 2);
}

function stream({ stage, seed, tokens }: Run): Matrix {
  const hidden = stage.source.hidden.value;
  return new Matrix(tokens, hidden, float64(randomNumbers(seed, "stream", tokens * hidden)));
}

function widened({ stage }: Run, x: Matrix): Matrix {
  return tiled(x, stage.hiddenCopies.value);
}

function compare(
  part: Difference["part"],
  source: Difference["source"],
  found: Matrix,
  expected: Matrix,
  allowed: number,
): Difference {
  let [largest, size] = [0, 0];
  expected.data.forEach((value, i) => {
    const difference = Math.abs((found.data[i] ?? NaN) - value);
    // Also where it is no number.
    if (!(difference <= largest)) largest = difference;
    size = Math.max(size, Math.abs(value));
  });
  return { part, source, difference: largest === 0 ? 0 : largest / size, allowed };
}
