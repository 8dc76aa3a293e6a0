import { scaledRow } from "../../../runtime/weights/scaled.js";
import { ex, ident, loop, times, wgsl, type Code } from "../text/code.js";
import type { BlockFormat, WeightFormat } from "../text/format.js";
import type { Scope } from "../text/scope.js";

/** Rows of a weight that a lane reads side by side, as many as it has columns of the output. */
export interface WeightColumns<T extends string> {
  readonly tensor: T;
  readonly format: WeightFormat;
  readonly inputs: number;
  readonly columns: number;
  /** Quads of each that a round of the loop takes. */
  readonly quads: number;
  /** The row of a column. */
  readonly row: (j: number) => Code;
}

/** One round: the first quad of the inputs, and quad `i` of a column from there as vec4f. */
export type Round = (first: Code, weight: (j: number, i: number) => Code) => Code;

/** Walks over the inputs of a lane's columns, round by round, decoded to float32 in registers. */
export function walkWeights<T extends string>(
  k: Scope<T>,
  columns: WeightColumns<T>,
  round: Round,
): Code {
  const { format } = columns;
  return "block" in format
    ? walkBlocks(k, { ...columns, format }, round)
    : walkQuads(k, columns, round);
}

const weight = (j: number, i: number): Code => ident(`w_${j}_${i}`);

function walkQuads<T extends string>(
  k: Scope<T>,
  { tensor, inputs, columns, quads, row }: WeightColumns<T>,
  round: Round,
): Code {
  const count = k.uniform("row_quads", inputs / 4);
  const load = (j: number, i: number): Code =>
    wgsl`let ${weight(j, i)} = ${k.load4(tensor, ex`weight_row_${j} + c + ${i}u`)};`;
  return wgsl`${times(columns, (j) => wgsl`let weight_row_${j} = ${row(j)} * ${count};`)}
${loop(
  { name: "c", rounds: inputs / 4 / quads },
  { counter: "c", from: ex`0u`, to: count, by: ex`${quads}u` },
  wgsl`${times(columns, (j) => wgsl`${times(quads, (i) => load(j, i))}`)}
${round(ex`c`, weight)}`,
)}`;
}

/**
 * Quads of a run, which is what one load and one scale serve: 32 weights of 4 bits or 16 of 8, or a
 * block where that is less.
 */
export function runQuads({ block, bits }: BlockFormat): number {
  return Math.min(block / 4, 32 / bits);
}

/** The next quad of a column is always in the highest bits of its words. */
function walkBlocks<T extends string>(
  k: Scope<T>,
  { tensor, format, inputs, columns, quads, row }: WeightColumns<T> & { format: BlockFormat },
  round: Round,
): Code {
  const { bits, block } = format;
  const { numbers, vectors } = scaledRow({ format: format.name, block }, inputs);
  const run = runQuads(format);
  const runsOfLoad = 32 / bits / run;
  const load = (j: number): Code =>
    runsOfLoad === 1
      ? k.at(tensor, ex`weight_row_${j} + run`)
      : ex`${k.at(tensor, ex`weight_row_${j} + run / ${runsOfLoad}u`)} << vec4u(run % ${runsOfLoad}u * ${run * bits}u)`;
  const scale = (j: number): Code => {
    const vector = k.at(
      tensor,
      ex`weight_row_${j} + ${k.uniform("row_numbers", numbers)} + (scale >> 3u)`,
    );
    const pair = ex`${vector}[(scale >> 1u) & 3u] >> ((scale & 1u) << 4u)`;
    return ex`bitcast<f32>(${pair} << 16u)`;
  };
  const number = (j: number, i: number): Code => {
    const high = i === 0 ? ex`numbers_${j}` : ex`numbers_${j} << vec4u(${i * bits}u)`;
    return ex`vec4f(bitcast<vec4i>(${high}) >> vec4u(${32 - bits}u))`;
  };
  const step = (first: Code): Code => wgsl`${times(
    columns,
    (j) => wgsl`${times(quads, (i) => wgsl`let ${weight(j, i)} = scale_${j} * ${number(j, i)};`)}`,
  )}
${round(first, weight)}`;
  const steps =
    quads === run
      ? step(ex`run * ${run}u`)
      : loop(
          { name: "quad of a run", rounds: run / quads },
          { counter: "i", from: ex`0u`, to: k.uniform("run_quads", run), by: ex`${quads}u` },
          wgsl`${step(ex`run * ${run}u + i`)}
${times(columns, (j) => wgsl`numbers_${j} <<= vec4u(${quads * bits}u);`)}`,
        );
  return wgsl`${times(columns, (j) => wgsl`let weight_row_${j} = ${row(j)} * ${k.uniform("row_vectors", vectors)};`)}
${k.upTo(
  "run",
  "run_count",
  inputs / 4 / run,
  () => wgsl`let scale = run / ${block / 4 / run}u;
${times(
  columns,
  (j) => wgsl`var numbers_${j} = ${load(j)};
let scale_${j} = ${scale(j)};`,
)}
${steps}`,
)}`;
}
