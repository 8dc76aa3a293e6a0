import { brokenIndex, missingShard } from "../codes.js";
import { gdaError, reasonOf, type GdaError } from "../error.js";
import { duplicateKey } from "./json-keys.js";
import { readerOf, type ReadableSource } from "./reader.js";
import { safetensors, type Safetensors } from "./safetensors.js";
import type { TensorInfo, Weights } from "./weights.js";

/** Gives a file of a checkpoint by its name in the index. */
export type OpenShard = (file: string) => ReadableSource | Promise<ReadableSource>;

/**
 * Opens a checkpoint that is cut into several safetensors files, by its index
 * (`model.safetensors.index.json`). Reads the header of each file. Throws GDA7302 where the index is
 * not sound or disagrees with a file, GDA7303 for a file that cannot be opened, GDA7301 for one that
 * is not sound.
 */
export async function checkpoint(
  index: ReadableSource,
  open: OpenShard,
  name = "model.safetensors.index.json",
): Promise<Weights> {
  const reader = readerOf(index, name);
  const broken = (reason: string): GdaError => gdaError(brokenIndex, { file: reader.name, reason });
  const files = parseIndex(await reader.read(0, reader.size), broken);

  const firstTensors = new Map([...files].toReversed().map(([tensor, file]) => [file, tensor]));
  const shards = new Map(
    await Promise.all(
      [...firstTensors].map(
        async ([file, tensor]) => [file, await openShard(file, tensor, open)] as const,
      ),
    ),
  );

  const places = new Map<string, Safetensors>();
  const tensors = new Map<string, TensorInfo>();
  for (const [tensor, file] of files) {
    const shard = shards.get(file);
    const info = shard?.tensors.get(tensor);
    if (shard === undefined || info === undefined) {
      throw broken(`it says that \`${tensor}\` is in \`${file}\`, and it is not`);
    }
    places.set(tensor, shard);
    tensors.set(tensor, info);
  }
  return {
    tensors,
    read: (tensor, first, count) => {
      const shard = places.get(tensor);
      if (shard === undefined) return Promise.reject(new RangeError(`no tensor ${tensor}`));
      return shard.read(tensor, first, count);
    },
  };
}

async function openShard(file: string, tensor: string, open: OpenShard): Promise<Safetensors> {
  let source: ReadableSource;
  try {
    source = await open(file);
  } catch (cause) {
    throw gdaError(missingShard, { file, tensor, reason: reasonOf(cause) }, cause);
  }
  return safetensors(source, file);
}

/** The file of each tensor. */
function parseIndex(
  bytes: Uint8Array,
  broken: (reason: string) => GdaError,
): ReadonlyMap<string, string> {
  const text = new TextDecoder().decode(bytes);
  let index: unknown;
  try {
    index = JSON.parse(text);
  } catch (cause) {
    throw broken(`it is not JSON (${reasonOf(cause)})`);
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) throw broken(`\`${twice}\` stands twice in it`);
  const map =
    typeof index === "object" && index !== null && "weight_map" in index && index.weight_map;
  if (typeof map !== "object" || map === null) throw broken("it has no `weight_map`");
  return new Map(
    Object.entries(map).map(([tensor, file]: [string, unknown]) => {
      if (typeof file !== "string" || !/^[\w.-]+$/.test(file) || /^\.+$/.test(file)) {
        throw broken(`the file of \`${tensor}\` is not a plain name`);
      }
      return [tensor, file];
    }),
  );
}
