import { openCheckpoint } from "../checkpoint/source.js";
import { permute } from "../permute/apply.js";
import { nothingToPermute, permuteOption } from "../permute/codes.js";
import { readCheckpoint } from "../permute/read-checkpoint.js";
import { renderMoves, storageText } from "../permute/report.js";
import { isChange, movesOf } from "../permute/rewrites.js";
import { storedAs } from "../permute/stored-as.js";
import type { Checkpoint, ModelPlan } from "../plan/plan.js";
import { byteSize } from "../report/numbers.js";
import { report } from "./analysis.js";
import { failure } from "./failure.js";
import type { PermuteOptions } from "./permute.js";
import { styleOf } from "./terminal.js";
import { weightsFile } from "./weights.js";
import { writing } from "./writing.js";

/** Shows what moves in a model's checkpoint, and writes it unless only the plan is wanted. */
export async function permuteModel(model: ModelPlan, options: PermuteOptions): Promise<void> {
  const { from, out, to, rope, plan, force } = options;
  if (to === undefined && rope === undefined) {
    throw failure(permuteOption, { option: "--to", what: "names and head order; or `--rope`" });
  }
  let checkpoint: Checkpoint | undefined;
  if (to !== undefined) {
    const read = readCheckpoint(to);
    if (!(await report(read.analysis.diagnostics, read.analysis.sources))) return;
    ({ checkpoint } = read);
  }
  const target = storedAs(model, { checkpoint, pairing: rope });
  const moves = movesOf(model, target);
  if (!moves.some(isChange)) {
    throw failure(nothingToPermute, { model: model.name, how: storageText(model) });
  }
  if (plan) {
    process.stdout.write(renderMoves(model, target, moves, styleOf(process.stdout)));
    return;
  }
  if (from === undefined) {
    throw failure(permuteOption, { option: "--from", what: "the checkpoint; or only `--plan`" });
  }
  if (out === undefined) {
    throw failure(permuteOption, { option: "--out", what: "a folder to write; or only `--plan`" });
  }
  const source = await openCheckpoint(weightsFile(from), from);
  try {
    const written = await writing(out, (progress) =>
      permute(model, target, moves, source, out, { ...progress, force: force === true }),
    );
    process.stdout.write(renderMoves(model, target, moves, styleOf(process.stdout)));
    const size = `${written.tensors} tensors, ${byteSize(written.bytes)}`;
    process.stdout.write(`\n${out}: ${model.name}, ${size} in ${written.files.join(", ")}\n`);
    if (written.carried.length > 0) {
      const what = `as they were, since the spec does not name them: ${named(written.carried)}`;
      process.stdout.write(`${what}\n`);
    }
    if (written.leftOut.length > 0) {
      const what = `left out, since \`rope\` of the spec says it: ${named(written.leftOut)}`;
      process.stdout.write(`${what}\n`);
    }
  } finally {
    await source.close();
  }
}

/** As many names as tell which tensors these are. */
const MOST_NAMED = 3;

function named(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  const told = names.slice(0, MOST_NAMED).join(", ");
  return rest > 0 ? `${told} and ${rest} more` : told;
}
