import { sizeOf, type FloatDtype } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { bytesOf, elementsFor, roundInto } from "../checkpoint/elements.js";
import { copyBlocks } from "./apply-copy.js";
import { lambdaVector } from "./apply-lambda.js";
import { meanSquare } from "./apply-power.js";
import type { SourceMatrix } from "./apply-rows.js";
import type { CopyRewrite, FillRewrite, Rewrite } from "./rewrite.js";

/** Elements of a block, so that what is held at a time stays in a processor's cache. */
const BLOCK_ELEMENTS = 2 ** 18;

/**
 * Applies the rows of a table to a checkpoint, without ever holding a whole tensor: buffers are some
 * blocks, or some rows where one row is larger than a block.
 */
export class Applier {
  readonly #weights: Weights;
  readonly #blockElements: number;
  /** By name. */
  readonly #powers = new Map<string, Promise<number>>();

  constructor(weights: Weights, blockElements = BLOCK_ELEMENTS) {
    this.#weights = weights;
    this.#blockElements = blockElements;
  }

  /** The bytes of a target tensor as `dtype`; a block stands until the next is asked for. */
  async *blocks(rewrite: Rewrite, dtype: FloatDtype): AsyncGenerator<Uint8Array> {
    switch (rewrite.kind) {
      case "copy": {
        const { name, shape } = rewrite.source;
        const source = { weights: this.#weights, name, dtype, shape };
        const deviation = await this.#deviation(rewrite, source);
        yield* copyBlocks(rewrite, source, deviation, this.#blockElements);
        break;
      }
      case "fill":
        yield* fillBlocks(rewrite, dtype, this.#blockElements);
        break;
      case "lambda":
        yield bytesOf(await lambdaVector(rewrite, this.#weights));
        break;
    }
  }

  async #deviation({ noise }: CopyRewrite, source: SourceMatrix): Promise<number> {
    if (noise === undefined) return 0;
    const power = this.#powers.get(source.name) ?? meanSquare(source, this.#blockElements);
    this.#powers.set(source.name, power);
    return Math.sqrt((await power) / 10 ** (noise.snr / 10));
  }
}

function* fillBlocks(
  { target, value }: FillRewrite,
  dtype: FloatDtype,
  blockElements: number,
): Generator<Uint8Array> {
  const count = sizeOf(target.shape);
  const block = elementsFor(dtype, Math.min(count, blockElements));
  roundInto(block, new Float64Array(block.length).fill(value), dtype);
  for (let done = 0; done < count; done += block.length) {
    yield bytesOf(block.subarray(0, Math.min(block.length, count - done)));
  }
}
