import type { Analysis } from "../analyze.js";
import { checkFit, fits } from "../checkpoint/fit.js";
import { openCheckpoint, type SourceCheckpoint } from "../checkpoint/source.js";
import { storedTensors } from "../checkpoint/stored.js";
import { writeCheckpoint, type WrittenCheckpoint } from "../checkpoint/write.js";
import { listNames } from "../../grammar/suggest.js";
import { growOption, otherModel } from "../grow/codes.js";
import { rewritesOf } from "../grow/rewrites.js";
import type { ModelPlan, StagePlan } from "../plan/plan.js";
import { byteSize } from "../report/numbers.js";
import { renderRewrites } from "../report/rewrites.js";
import { rewritesJson } from "../report/rewrites-json.js";
import { exitCode } from "./exit-code.js";
import { failure } from "./failure.js";
import type { GrowOptions } from "./grow.js";
import { grownFiles } from "./grown-files.js";
import { withProgress } from "./progress.js";
import { styleOf } from "./terminal.js";
import { weightsAt, weightsFile } from "./weights.js";
import { writing } from "./writing.js";

/** Shows what becomes of each tensor. */
export function planStage(stage: StagePlan, { json }: GrowOptions): void {
  process.stdout.write(json ? rewritesJson(stage) : renderRewrites(stage, styleOf(process.stdout)));
}

/** Applies a stage to a checkpoint, and compares the two if that is wanted. */
export async function growStage(
  analysis: Analysis,
  stage: StagePlan,
  options: GrowOptions,
): Promise<void> {
  const { from, out, shardSize: shardBytes, force = false } = options;
  const whose = `a checkpoint of \`${stage.source.name}\``;
  if (from === undefined) throw failure(growOption, { option: "--from", what: whose });
  if (out === undefined) throw failure(growOption, { option: "--out", what: "a folder to write" });
  const rewrites = rewritesOf(stage);
  const file = weightsFile(from);
  const source = await openCheckpoint(file, from);
  try {
    checkSource(analysis, stage, source);
    const { texts, notes } = grownFiles(stage, file);
    const written = await writing(out, (progress) =>
      writeCheckpoint(rewrites, source, out, { ...progress, texts, shardBytes, force }),
    );
    process.stdout.write(writtenText(out, stage, written, notes));
    if (options.verify) await verify(stage, source, out);
  } finally {
    await source.close();
  }
}

function writtenText(
  out: string,
  { model }: StagePlan,
  { tensors, bytes, files, leftOut }: WrittenCheckpoint,
  notes: readonly string[],
): string {
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const lines = [
    `${out}: ${model.name}, ${tensors} tensors, ${byteSize(bytes)} in ${count}`,
    ...notes,
    ...(leftOut.length > 0
      ? [`left out, since the spec's \`rope\` says it: ${leftOut.join(", ")}`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

async function verify(stage: StagePlan, source: SourceCheckpoint, out: string): Promise<void> {
  const { verifyGrowth } = await import("../grow/verify.js");
  const { renderVerification } = await import("../report/verification.js");
  const grown = await weightsAt(out);
  const verification = await withProgress("Computing in float64", (say) =>
    verifyGrowth(stage, source.weights, grown, {
      onPart: ({ part }) => void say(`Computing in float64: ${part}`),
    }),
  );
  process.stdout.write(`\n${renderVerification(verification, styleOf(process.stdout))}`);
  if (!verification.agrees) process.exitCode = exitCode.findings;
}

/** Throws GDA8206 for a checkpoint of another model of the file, GDA8211 for one of none. */
function checkSource(
  { entry, models, growths }: Analysis,
  stage: StagePlan,
  source: SourceCheckpoint,
): void {
  const isOf = (model: ModelPlan): boolean => fits(storedTensors(model), source.weights);
  const { source: wanted, model } = stage;
  if (isOf(wanted)) return;
  const stages = growths.flatMap((growth) => growth.stages);
  const others = [model, ...stages.flatMap((each) => [each.model, each.source]), ...models];
  const found = others.find(isOf);
  if (found === undefined) {
    const hint = `Compare \`${wanted.name}\` in \`${entry}\` with the checkpoint's config.`;
    checkFit(storedTensors(wanted), source, hint);
    return;
  }
  const next = stages.filter((each) => isOf(each.source)).map((each) => each.model.name);
  const names = { file: source.path, found: found.name, stage: model.name, wanted: wanted.name };
  throw failure(
    otherModel,
    names,
    ...(found === model ? ["This stage has been applied already."] : []),
    ...(next.length > 0 ? [`What grows it is ${listNames(next, "or")}.`] : []),
  );
}
