import { weightOverflow } from "../codes.js";
import { gdaError } from "../error.js";
import type { WeightSource } from "../manifest.js";
import type { Span } from "../segments.js";
import { alignUp, elementBytes } from "../size.js";
import { convert, type WeightFormat } from "./convert.js";
import { isFloat, sizeOf, type FloatDtype } from "./dtype.js";
import type { Weights } from "./weights.js";

/** Bytes that are read, converted and sent at a time, at most. */
export const BLOCK_BYTES = 4 * 2 ** 20;

/** Takes the next bytes of a segment, from an offset that is a multiple of 4; then they may change. */
export type Sink = (offset: number, bytes: Uint8Array<ArrayBuffer>) => Promise<void> | void;

/**
 * Reads the elements of a span of a weight, which may lie in several ranges of checkpoint tensors, and
 * hands them on in its format, block by block. Throws GDA7307 for a value that is too large for it.
 */
export async function readElements(
  weights: Weights,
  source: WeightSource,
  format: WeightFormat,
  span: Span,
  sink: Sink,
): Promise<void> {
  const bytes = elementBytes(format);
  const block = new Uint8Array(Math.min(BLOCK_BYTES, alignUp(span.count * bytes, 4)));
  const bits = bytes === 4 ? new Uint32Array(block.buffer) : new Uint16Array(block.buffer);
  let sent = 0;
  let used = 0;
  const flush = async (): Promise<void> => {
    if (used > 0) await sink(sent, block.subarray(0, alignUp(used * bytes, 4)));
    sent += used * bytes;
    used = 0;
  };
  for (const { tensor, first, count } of stretches(source, span)) {
    for (let done = 0; done < count;) {
      const part = Math.min(count - done, bits.length - used);
      const target = bits.subarray(used, used + part);
      if (tensor === undefined) fillWith(source.fill ?? 0, format, target);
      else await readInto(weights, { tensor, first: first + done, count: part }, format, target);
      done += part;
      used += part;
      if (used === bits.length) await flush();
    }
  }
  await flush();
}

/** Elements that lie together in a checkpoint tensor, or in none. */
export interface Stretch extends Span {
  readonly tensor: string | undefined;
}

/** Where the elements of a span lie. */
export function stretches(source: WeightSource, span: Span): readonly Stretch[] {
  if (source.fill !== undefined) return [{ tensor: undefined, ...span }];
  const end = span.first + span.count;
  const found: Stretch[] = [];
  let start = 0;
  for (const { tensor, firstRow, rows } of source.ranges) {
    const rowElements = sizeOf((source.shapes[tensor] ?? []).slice(1));
    const from = Math.max(span.first, start);
    const to = Math.min(end, start + rows * rowElements);
    if (from < to) {
      found.push({ tensor, first: firstRow * rowElements + from - start, count: to - from });
    }
    start += rows * rowElements;
  }
  return found;
}

async function readInto(
  weights: Weights,
  { tensor, first, count }: Span & { readonly tensor: string },
  format: WeightFormat,
  target: Uint32Array | Uint16Array,
): Promise<void> {
  const { dtype, bytes } = await readFloats(weights, tensor, { first, count });
  const value = convert(bytes, dtype, format, target);
  if (value !== undefined) throw gdaError(weightOverflow, { tensor, value, format });
}

/** Elements of a checkpoint tensor that `checkWeights` has passed. */
export async function readFloats(
  weights: Weights,
  tensor: string,
  { first, count }: Span,
): Promise<{ readonly dtype: FloatDtype; readonly bytes: Uint8Array }> {
  const dtype = weights.tensors.get(tensor)?.dtype;
  if (dtype === undefined || !isFloat(dtype)) throw new Error(`${tensor} was not checked`);
  return { dtype, bytes: await weights.read(tensor, first, count) };
}

function fillWith(value: number, format: WeightFormat, target: Uint32Array | Uint16Array): void {
  const bytes = new Uint8Array(Float64Array.of(value).buffer);
  convert(bytes, "F64", format, target);
  target.fill(target[0] ?? 0);
}
