import { DTYPE_BYTES, isFloat, sizeOf, type FloatDtype } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { safetensorsHeader } from "../../runtime/weights/write.js";
import type { Rewrite } from "../grow/rewrite.js";
import type { StoredTensor } from "./stored.js";

/** A tensor that is to be written, and how it comes about. */
export interface Planned {
  readonly rewrite: Rewrite;
  readonly dtype: FloatDtype;
}

/** A file that is to be written. */
export interface Shard {
  readonly file: string;
  readonly header: Uint8Array<ArrayBuffer>;
  /** In the order of their data. */
  readonly tensors: readonly Planned[];
}

export interface Layout {
  readonly shards: readonly Shard[];
  /** Bytes of all tensors. */
  readonly tensorBytes: number;
  /** Bytes of all files. */
  readonly fileBytes: number;
  /** Numbers in all tensors. */
  readonly parameters: number;
}

/**
 * The files of a checkpoint, before anything is written: tensor after tensor as the table has them,
 * a new file where `shardBytes` would be passed. A larger tensor has a file of its own; `undefined`
 * asks for one file. Every tensor has the dtype of what it is made of.
 */
export function layOut(
  rewrites: readonly Rewrite[],
  weights: Weights,
  metadata: ReadonlyMap<string, string>,
  shardBytes: number | undefined,
): Layout {
  const planned = rewrites.map((rewrite) => ({ rewrite, dtype: dtypeOf(rewrite, weights) }));
  const groups: Planned[][] = [];
  let room = 0;
  for (const tensor of planned) {
    const bytes = bytesOf(tensor);
    const last = groups.at(-1);
    if (last === undefined || (shardBytes !== undefined && bytes > room)) {
      groups.push([tensor]);
      room = (shardBytes ?? 0) - bytes;
    } else {
      last.push(tensor);
      room -= bytes;
    }
  }
  const shards = groups.map((group, i) => shardOf(group, fileName(i, groups.length), metadata));
  const tensorBytes = planned.reduce((sum, tensor) => sum + bytesOf(tensor), 0);
  return {
    shards,
    tensorBytes,
    fileBytes: tensorBytes + shards.reduce((sum, { header }) => sum + header.byteLength, 0),
    parameters: rewrites.reduce((sum, { target }) => sum + sizeOf(target.shape), 0),
  };
}

/** The tensors that a table reads. */
export function sourcesOf(rewrites: readonly Rewrite[]): readonly StoredTensor[] {
  return rewrites.flatMap((rewrite) => {
    switch (rewrite.kind) {
      case "copy":
        return [rewrite.source];
      case "lambda":
        return rewrite.sources;
      case "fill":
        return [];
    }
  });
}

function dtypeOf(rewrite: Rewrite, { tensors }: Weights): FloatDtype {
  const { name } = madeLike(rewrite);
  const dtype = tensors.get(name)?.dtype;
  if (dtype === undefined || !isFloat(dtype)) throw new RangeError(`${name} was not checked`);
  return dtype;
}

function madeLike(rewrite: Rewrite): StoredTensor {
  switch (rewrite.kind) {
    case "copy":
      return rewrite.source;
    case "fill":
      return rewrite.like;
    case "lambda": {
      const own = rewrite.sources.find(({ tensor }) => tensor === rewrite.target.tensor);
      return own ?? rewrite.sources[0];
    }
  }
}

function shardOf(
  group: readonly Planned[],
  file: string,
  metadata: ReadonlyMap<string, string>,
): Shard {
  const byName = new Map(group.map((tensor) => [tensor.rewrite.target.name, tensor]));
  const infos = new Map(
    [...byName].map(([name, { rewrite, dtype }]) => [name, { dtype, shape: rewrite.target.shape }]),
  );
  const { bytes, order } = safetensorsHeader(infos, metadata);
  return { file, header: bytes, tensors: order.flatMap((name) => byName.get(name) ?? []) };
}

/** As `transformers` names them. */
function fileName(index: number, count: number): string {
  if (count === 1) return "model.safetensors";
  const digits = (n: number): string => String(n).padStart(5, "0");
  return `model-${digits(index + 1)}-of-${digits(count)}.safetensors`;
}

function bytesOf({ rewrite, dtype }: Planned): number {
  return sizeOf(rewrite.target.shape) * DTYPE_BYTES[dtype];
}
