import { isFloat, type FloatDtype } from "../../runtime/weights/dtype.js";
import type { Weights as Checkpoint } from "../../runtime/weights/weights.js";
import { decodeInto, elementsOf } from "../checkpoint/elements.js";
import type { StoredTensor } from "../checkpoint/stored.js";
import { Matrix, linear } from "./matrix.js";
import type { Numbers } from "./weights.js";

/** Numbers that are read at a time, at most, unless one row has more. */
const BLOCK = 2 ** 20;

/** All numbers of a stored tensor, its rows in memory order. */
export async function readTensor(from: Checkpoint, tensor: StoredTensor): Promise<Numbers> {
  const [rows = 1, columns = 1] = tensor.shape;
  const { order } = tensor;
  const all = emptyAs(from, tensor.name, rows * columns);
  const rowsAtOnce = order?.rows ?? Math.max(1, Math.floor(BLOCK / columns));
  for (let row = 0; row < rows; row += rowsAtOnce) {
    const stored = order ? (order.heads[row / order.rows] ?? 0) * order.rows : row;
    const count = Math.min(rowsAtOnce, rows - row);
    all.set(await readRows(from, tensor, stored, count), row * columns);
  }
  return all;
}

/** Some rows of a stored tensor, in the order in which they are stored. */
export async function readRows(
  from: Checkpoint,
  { name, shape }: StoredTensor,
  first: number,
  count: number,
): Promise<Float64Array> {
  const columns = shape[1] ?? 1;
  const bytes = await from.read(name, first * columns, count * columns);
  const values = new Float64Array(count * columns);
  const dtype = dtypeOf(from, name);
  decodeInto(values, elementsOf(bytes, dtype), dtype, 1);
  return values;
}

/** x · Wᵀ for some rows of a stored matrix, or all; few of its rows are in memory at a time. */
export async function linearByRows(
  from: Checkpoint,
  tensor: StoredTensor,
  x: Matrix,
  rows: { readonly first: number; readonly count: number } = { first: 0, count: rowsOf(tensor) },
): Promise<Matrix> {
  const y = new Matrix(x.rows, rows.count);
  const rowsAtOnce = Math.max(1, Math.floor(BLOCK / x.columns));
  for (let row = 0; row < rows.count; row += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows.count - row);
    const part = linear(x, await readRows(from, tensor, rows.first + row, count));
    for (let token = 0; token < x.rows; token++) y.row(token).set(part.row(token), row);
  }
  return y;
}

function rowsOf({ shape }: StoredTensor): number {
  return shape[0] ?? 1;
}

function dtypeOf(from: Checkpoint, name: string): FloatDtype {
  const dtype = from.tensors.get(name)?.dtype;
  if (dtype === undefined || !isFloat(dtype)) {
    throw new RangeError(`the checkpoint has no \`${name}\` of floating-point numbers`);
  }
  return dtype;
}

function emptyAs(from: Checkpoint, name: string, length: number): Float32Array | Float64Array {
  return dtypeOf(from, name) === "F64" ? new Float64Array(length) : new Float32Array(length);
}
