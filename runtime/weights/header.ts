import { brokenSafetensors } from "../codes.js";
import { gdaError, reasonOf, type GdaError } from "../error.js";
import { DTYPE_BYTES, isDtype, sizeOf } from "./dtype.js";
import { duplicateKey } from "./json-keys.js";
import type { Reader } from "./reader.js";
import type { TensorInfo } from "./weights.js";

/** Of the header's length, which stands before the header. */
const LENGTH_BYTES = 8;

/** The limit that other readers keep to as well. */
const MOST_HEADER_BYTES = 100_000_000;

/** A tensor with the place of its data in the file, in bytes. */
export interface StoredTensor extends TensorInfo {
  readonly start: number;
  readonly end: number;
}

export interface Header {
  readonly metadata: ReadonlyMap<string, string>;
  readonly tensors: ReadonlyMap<string, StoredTensor>;
}

/**
 * Reads the header of a safetensors file and checks it against the file's size. Throws GDA7301 for a
 * file that is too short, a header that is not what the format asks for, and data that overlap, leave
 * holes, lie outside the file or do not fit their shapes.
 */
export async function readHeader(reader: Reader): Promise<Header> {
  const broken = (reason: string): GdaError =>
    gdaError(brokenSafetensors, { file: reader.name, reason });
  if (reader.size < LENGTH_BYTES) throw broken(`it has only ${reader.size} bytes`);
  const prefix = await reader.read(0, LENGTH_BYTES);
  const view = new DataView(prefix.buffer, prefix.byteOffset, LENGTH_BYTES);
  const length = view.getBigUint64(0, true);
  const most = Math.min(reader.size - LENGTH_BYTES, MOST_HEADER_BYTES);
  if (length > BigInt(most)) {
    throw broken(`its header should have ${length} bytes, and at most ${most} are possible`);
  }
  const dataStart = LENGTH_BYTES + Number(length);
  const header = parse(await reader.read(LENGTH_BYTES, dataStart), broken);

  const { __metadata__: metadata, ...entries } = header;
  const tensors = Object.entries(entries).map(
    ([name, entry]) => [name, tensorOf(name, entry, dataStart, broken)] as const,
  );
  checkOrder(tensors, dataStart, reader.size, broken);
  return { metadata: metadataOf(metadata, broken), tensors: new Map(tensors) };
}

type Broken = (reason: string) => GdaError;

function parse(bytes: Uint8Array, broken: Broken): Readonly<Record<string, unknown>> {
  let text: string;
  let header: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    header = JSON.parse(text);
  } catch (cause) {
    throw broken(`its header is not JSON (${reasonOf(cause)})`);
  }
  if (!isObject(header)) throw broken("its header is not an object");
  const twice = duplicateKey(text);
  if (twice !== undefined) throw broken(`\`${twice}\` stands twice in its header`);
  return header;
}

function metadataOf(value: unknown, broken: Broken): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (!isObject(value)) throw broken("`__metadata__` is not an object");
  return new Map(
    Object.entries(value).map(([key, text]) => {
      if (typeof text !== "string") throw broken(`\`${key}\` in \`__metadata__\` is not a text`);
      return [key, text];
    }),
  );
}

function tensorOf(name: string, entry: unknown, dataStart: number, broken: Broken): StoredTensor {
  if (!isObject(entry)) throw broken(`\`${name}\` is not an object`);
  const { dtype, shape, data_offsets: offsets } = entry;
  if (!isDtype(dtype)) throw broken(`the dtype ${JSON.stringify(dtype)} of \`${name}\` is unknown`);
  if (!isCounts(shape)) throw broken(`the shape of \`${name}\` is not a list of whole numbers`);
  const [from, to, ...others] = isCounts(offsets) ? offsets : [];
  if (from === undefined || to === undefined || others.length > 0 || from > to) {
    throw broken(`the data_offsets of \`${name}\` are not two rising whole numbers`);
  }
  const bytes = sizeOf(shape) * DTYPE_BYTES[dtype];
  if (bytes !== to - from) {
    const takes = `${dtype} [${shape.join(", ")}] takes ${bytes} bytes`;
    throw broken(`${takes}, and \`${name}\` has ${to - from}`);
  }
  return { dtype, shape, start: dataStart + from, end: dataStart + to };
}

/** The data of all tensors must fill the rest of the file without overlap or hole. */
function checkOrder(
  tensors: readonly (readonly [string, StoredTensor])[],
  dataStart: number,
  size: number,
  broken: Broken,
): void {
  let end = dataStart;
  const sorted = tensors.toSorted(([, a], [, b]) => a.start - b.start || a.end - b.end);
  for (const [name, tensor] of sorted) {
    if (tensor.end > size) throw broken(`the data of \`${name}\` lie beyond its end`);
    if (tensor.start < end) throw broken(`the data of \`${name}\` overlap other data`);
    if (tensor.start > end) throw broken(`nothing is said about the data before \`${name}\``);
    end = tensor.end;
  }
  if (end !== size) throw broken(`nothing is said about its last ${size - end} bytes`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && Number(item) >= 0)
  );
}
