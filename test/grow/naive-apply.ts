import type { StoredTensor } from "../../compiler/checkpoint/stored.js";
import type { CopyRewrite, LambdaRewrite, Rewrite, Run } from "../../compiler/grow/rewrite.js";
import { randomNumbers } from "../../compiler/reference/random.js";

// What a row of the table means, from the words of compiler/grow/rewrite.ts, number by number in
// float64 and without any rounding.

export type Tensors = ReadonlyMap<string, Float64Array>;

/** The grown tensors by name. */
export function applyNaively(rewrites: readonly Rewrite[], source: Tensors): Tensors {
  return new Map(rewrites.map((rewrite) => [rewrite.target.name, applied(rewrite, source)]));
}

function applied(rewrite: Rewrite, source: Tensors): Float64Array {
  switch (rewrite.kind) {
    case "copy":
      return copied(rewrite, numbers(source, rewrite.source));
    case "fill":
      return new Float64Array(sizeOf(rewrite.target)).fill(rewrite.value);
    case "lambda":
      return folded(rewrite, source);
  }
}

function copied({ target, source, rows, columns, noise }: CopyRewrite, w: Float64Array) {
  const width = source.shape[1] ?? 1;
  const meanSquare = w.reduce((sum, value) => sum + value * value, 0) / w.length;
  const deviation = noise ? Math.sqrt(meanSquare / 10 ** (noise.snr / 10)) : 0;
  const drawn = (pair: number): Float32Array =>
    randomNumbers(noise?.seed ?? 0, `${target.name} ${pair}`, (target.shape[0] ?? 1) * width);
  const pairs = columns.map(({ copy }) => (noise ? drawn(copy >> 1) : undefined));
  const grown: number[] = [];
  indices(rows).forEach((row, targetRow) => {
    columns.forEach(({ first, count, factor, sign }, run) => {
      for (let column = first; column < first + count; column++) {
        const n = (pairs[run]?.[targetRow * width + column] ?? 0) * deviation * factor;
        grown.push((w[row * width + column] ?? NaN) * factor + sign * n);
      }
    });
  });
  return Float64Array.from(grown);
}

function indices(runs: readonly Run[]): readonly number[] {
  return runs.flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));
}

/** λ stays: the exponential that must grow takes the shift up, its q moving along its k. */
function folded({ target, sources, shift }: LambdaRewrite, source: Tensors): Float64Array {
  const [q, k] = (shift > 0 ? [sources[0], sources[1]] : [sources[2], sources[3]]).map((tensor) =>
    numbers(source, tensor),
  );
  const moved = shift > 0 ? "lambda_q1" : "lambda_q2";
  const own = sources.find(({ tensor }) => tensor === target.tensor);
  if (!q || !k || !own) throw new RangeError("λ has four vectors");
  if (target.tensor !== moved) return numbers(source, own);
  const [before, length] = [dot(q, k), dot(k, k)];
  const after = Math.log(Math.exp(before) + Math.abs(shift));
  return q.map((value, i) => value + ((after - before) / length) * (k[i] ?? 0));
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function numbers(source: Tensors, { name }: StoredTensor): Float64Array {
  const found = source.get(name);
  if (!found) throw new RangeError(`the source has no ${name}`);
  return found;
}

function sizeOf({ shape }: StoredTensor): number {
  return shape.reduce((product, size) => product * size, 1);
}
