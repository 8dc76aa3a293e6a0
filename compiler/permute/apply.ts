import { decode } from "../../runtime/weights/convert.js";
import { isFloat, sizeOf } from "../../runtime/weights/dtype.js";
import { checkFit } from "../checkpoint/fit.js";
import type { SourceCheckpoint } from "../checkpoint/source.js";
import { storedTensors } from "../checkpoint/stored.js";
import { writeCheckpoint, type WriteOptions, type WrittenCheckpoint } from "../checkpoint/write.js";
import type { ModelPlan } from "../plan/plan.js";
import { specText } from "../spec/text.js";
import { carried, carriedTensors } from "./carried.js";
import { storageText } from "./report.js";
import { withHeadNorms, type Move } from "./rewrites.js";

export interface Permuted extends WrittenCheckpoint {
  /** Tensors that the spec does not name, which are as they were. */
  readonly carried: readonly string[];
}

/**
 * Writes a model's checkpoint in another way, with the spec that reads it, into a folder. Throws
 * GDA8211 where the source is no checkpoint of the model, and as `writeCheckpoint` does.
 */
export async function permute(
  model: ModelPlan,
  target: ModelPlan,
  moves: readonly Move[],
  source: SourceCheckpoint,
  folder: string,
  options: WriteOptions,
): Promise<Permuted> {
  const carry = carriedTensors(model, target, source.weights);
  const hint = "Do `checkpoint` and `rope` of the spec say how it is stored now?";
  checkFit([...storedTensors(model), ...carry], source, hint);
  const norms = new Map<string, Float64Array>();
  for (const { norm } of moves) {
    if (norm) norms.set(norm.name, await readVector(source, norm.name));
  }
  // What is folded into other tensors is no tensor of the table's own.
  const tensors = new Map([...source.weights.tensors].filter(([name]) => !norms.has(name)));
  const rest = { ...source, weights: { ...source.weights, tensors } };
  const texts = new Map([["model.gda", specText(target, remarks(model, target))]]);
  const rewrites = [...withHeadNorms(moves, norms), ...carry.map(carried)];
  const written = await writeCheckpoint(rewrites, rest, folder, { ...options, texts });
  return { ...written, carried: carry.map(({ name }) => name) };
}

function remarks(model: ModelPlan, target: ModelPlan): readonly string[] {
  return [
    `\`gda permute\` stored ${model.name} as ${storageText(target)};`,
    `it was ${storageText(model)}.`,
  ];
}

async function readVector({ weights }: SourceCheckpoint, name: string): Promise<Float64Array> {
  const info = weights.tensors.get(name);
  if (!info || !isFloat(info.dtype)) throw new RangeError(`${name} was not checked`);
  return Float64Array.from(decode(await weights.read(name, 0, sizeOf(info.shape)), info.dtype));
}
