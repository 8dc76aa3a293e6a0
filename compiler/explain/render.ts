import type { Style } from "../diagnostics/style.js";
import { thousands } from "../plan/numbers.js";
import { byteSize, duration, flops } from "../report/numbers.js";
import { table, width, wrap } from "../report/table.js";
import { words } from "../kernels/schedule/schedule.js";
import { usualLengths, type Lengths } from "../kernels/schedule/lengths.js";
import type { Explained, ExplainedChoice, ExplainedLoop, ExplainedStep } from "./explained.js";
import type { Measured } from "./measured.js";

/** A package is to answer within five seconds: a kernel that takes half of them is slow to compile. */
const patienceMs = 2500;

export interface ExplainOptions {
  readonly style: Style;
  /** The model and the layer, and what the kernels are for. */
  readonly title: string;
  readonly lengths: Lengths;
  /** What tuning found, by operation. */
  readonly measured: ReadonlyMap<string, Measured>;
}

/** How many candidates are named beside the one that was taken. */
const NAMED = 3;

/** Kernel by kernel: what runs how often, what that takes, and why it is laid out so. */
export function renderExplained({ prefill, decode }: Explained, options: ExplainOptions): string {
  const { style, title, lengths } = options;
  const { prefill: tokens, cached } = lengths;
  const count = `${thousands(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
  const lines = [
    style.strong(title),
    ...phaseLines(`Prefill of ${count}`, prefill, options),
    ...phaseLines(`Decode of 1 token after ${thousands(cached)}`, decode, options),
  ];
  return `${lines.join("\n")}\n`;
}

function phaseLines(
  heading: string,
  steps: readonly ExplainedStep[],
  options: ExplainOptions,
): readonly string[] {
  const sum = (of: (step: ExplainedStep) => number): number =>
    steps.reduce((total, step) => total + of(step), 0);
  const totals = [
    `${steps.length} kernels`,
    flops(sum((step) => step.flops)),
    `${byteSize(Math.round(sum((step) => step.bytes)))} moved`,
    `${duration(sum((step) => step.predictedMs))} foretold`,
  ];
  return [
    "",
    `${options.style.strong(heading)}: ${totals.join(", ")}`,
    ...steps.flatMap((step) => ["", ...stepLines(step, options)]),
  ];
}

function stepLines(step: ExplainedStep, options: ExplainOptions): readonly string[] {
  const { style, measured } = options;
  const facts = [
    `${plural(step.workgroups, "workgroup")} of ${plural(step.lanes, "lane")}`,
    `${thousands(step.live)} live f32`,
    ...(step.inArrays > 0 ? [`${thousands(step.inArrays)} in arrays`] : []),
    ...(step.workgroupBytes > 0 ? [`${byteSize(step.workgroupBytes)} of workgroup memory`] : []),
    `${duration(step.predictedMs)} foretold`,
  ];
  const why = step.choice ? choiceLines(step.choice, measured.get(step.choice.operation)) : [];
  return [
    `  ${style.strong(step.label)}  ${style.note(step.kernel)}`,
    ...wrap(
      facts.map((fact, i) => (i < facts.length - 1 ? `${fact},` : fact)),
      width - 4,
    ).map((line) => `    ${line}`),
    ...why.map((line) => `    ${line}`),
    ...loopTable(step.nest).map((line) => `  ${line}`),
  ];
}

function choiceLines(choice: ExplainedChoice, measured: Measured | undefined): readonly string[] {
  const { schedule, others, predictedMs, from } = choice;
  const all = others.length + 1;
  const foretold = others.some((other) => other.predictedMs < predictedMs)
    ? `none of ${all} is foretold to be clearly faster`
    : `foretold to be the best of ${all}`;
  const why = from === "tuned" ? `the fastest of ${all} when tuned` : foretold;
  const named = others.slice(0, NAMED).map((other) => {
    const ratio = (other.predictedMs / predictedMs).toFixed(2);
    const slow = other.compileMs > patienceMs ? `, ${duration(other.compileMs)} to compile` : "";
    return `  ${ratio} × the time  ${words(other.schedule)}${slow}`;
  });
  const { prefill, cached } = usualLengths;
  const at = `for ${thousands(prefill)} tokens, or one after ${thousands(cached)}`;
  return [
    `${words(schedule)}: ${why}`,
    ...(named.length > 0 ? [`next, ${at}:`, ...named] : []),
    ...(measured ? measuredLines(measured) : []),
  ];
}

function measuredLines({ ms, predictedMs, pickMs }: Measured): readonly string[] {
  const pick = pickMs === undefined ? "" : `; the pick of the cost model ${duration(pickMs)}`;
  return [`measured when tuned: ${duration(ms)}, ${duration(predictedMs)} foretold there${pick}`];
}

function loopTable(nest: ExplainedLoop): readonly string[] {
  const rows = loopRows(nest, 0);
  return table(
    [["loop", "rounds", "FLOPs", "read", "written"], ...rows],
    ["left", "right", "right", "right", "right"],
  );
}

function loopRows(loop: ExplainedLoop, depth: number): readonly (readonly string[])[] {
  const amount = (value: number, show: (value: number) => string): string =>
    value === 0 ? "" : show(Math.round(value));
  const row = [
    `${"  ".repeat(depth)}${depth === 0 ? "a workgroup" : loop.name}`,
    depth === 0 ? "" : `× ${thousands(Math.ceil(loop.rounds))}`,
    amount(loop.flops, flops),
    amount(loop.bytesRead, byteSize),
    amount(loop.bytesWritten, byteSize),
  ];
  return [row, ...loop.loops.flatMap((inner) => loopRows(inner, depth + 1))];
}

function plural(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? "" : "s"}`;
}
