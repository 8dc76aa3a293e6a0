import type { StoredTensor } from "../../../compiler/checkpoint/stored.js";
import type { ColumnRun, CopyRewrite, Run } from "../../../compiler/grow/rewrite.js";

/** A stored tensor of this name and shape, whatever it is in a model. */
export function stored(name: string, ...shape: readonly number[]): StoredTensor {
  return { name, shape, part: "mlp", tensor: name, layer: 0, order: undefined };
}

/** A source that is copied so often along rows and columns, its columns divided by their copies. */
export function tiled(
  target: string,
  source: StoredTensor,
  copies: { readonly rows: number; readonly columns: number },
  noise?: CopyRewrite["noise"],
): CopyRewrite {
  const [rows = 1, columns] = source.shape;
  const run: Run = { first: 0, count: rows };
  const shape = [rows * copies.rows, ...(columns === undefined ? [] : [columns * copies.columns])];
  return {
    kind: "copy",
    target: stored(target, ...shape),
    source,
    rows: Array.from({ length: copies.rows }, () => run),
    columns: Array.from({ length: copies.columns }, (_, copy): ColumnRun => ({
      first: 0,
      count: columns ?? 1,
      copy,
      factor: 1 / copies.columns,
      sign: signOf(copy, copies.columns),
    })),
    noise,
  };
}

/** As copies are paired; the last of an odd number has no partner. */
function signOf(copy: number, copies: number): 1 | -1 | 0 {
  if (copy % 2 === 1) return -1;
  return copy + 1 < copies ? 1 : 0;
}
