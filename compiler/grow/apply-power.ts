import { decodeInto } from "../checkpoint/elements.js";
import { readRows, rowBlocks, widthOf, type SourceMatrix } from "./apply-rows.js";

/** The mean of the squares of a tensor's elements; the same whatever the block size. */
export async function meanSquare(source: SourceMatrix, blockElements: number): Promise<number> {
  const width = widthOf(source.shape);
  const most = Math.max(1, Math.floor(blockElements / width));
  const count = source.shape[0] ?? 1;
  const values = new Float64Array(most * width);
  let sum = 0;
  for (const { runs } of rowBlocks([{ first: 0, count }], most)) {
    for (const run of runs) {
      const elements = await readRows(source, run);
      decodeInto(values, elements, source.dtype, 1);
      for (let i = 0; i < elements.length; i++) sum += (values[i] ?? 0) ** 2;
    }
  }
  return count * width === 0 ? 0 : sum / (count * width);
}
