import { byName, type Named } from "../named.js";
import { DTYPE_BYTES, sizeOf } from "./dtype.js";
import { bytesOf, checkLength, type Tensor } from "./tensor.js";
import type { TensorInfo } from "./weights.js";

/** Data begin at multiples of this in the file, as other writers have it. */
const ALIGNMENT = 8;

/**
 * The beginning of a safetensors file, up to its data; the data of the tensors follow in `order`,
 * without gaps. Wide types come first, so that each tensor is aligned to its elements.
 */
export function safetensorsHeader(
  tensors: Named<TensorInfo>,
  metadata: Named<string> = {},
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly order: readonly string[] } {
  const sorted = [...byName(tensors)].toSorted(
    ([, a], [, b]) => DTYPE_BYTES[b.dtype] - DTYPE_BYTES[a.dtype],
  );
  let end = 0;
  const entries = sorted.map(([name, { dtype, shape }]) => {
    const start = end;
    end += sizeOf(shape) * DTYPE_BYTES[dtype];
    return [name, { dtype, shape, data_offsets: [start, end] }] as const;
  });
  const texts = Object.fromEntries(byName(metadata));
  const head = Object.keys(texts).length > 0 ? [["__metadata__", texts] as const] : [];
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries([...head, ...entries])));
  const length = Math.ceil(json.byteLength / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(ALIGNMENT + length).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(json, ALIGNMENT);
  return { bytes, order: sorted.map(([name]) => name) };
}

/** A whole safetensors file of tensors in memory. Throws GDA7308 for a tensor whose data do not fit. */
export function writeSafetensors(
  named: Named<Tensor>,
  metadata?: Named<string>,
): Uint8Array<ArrayBuffer> {
  const tensors = byName(named);
  for (const [name, entry] of tensors) checkLength(name, entry);
  const { bytes, order } = safetensorsHeader(tensors, metadata);
  const data = order.flatMap((name) => tensors.get(name) ?? []).map(bytesOf);
  const parts: readonly Uint8Array[] = [bytes, ...data];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.byteLength;
  }
  return file;
}
