import fc from "fast-check";
import { GdaError } from "../../../runtime/error.js";
import { parseManifest } from "../../../runtime/package/package.js";
import { sizeOf } from "../../../runtime/weights/dtype.js";
import type { Reader } from "../../../runtime/weights/reader.js";
import { safetensors } from "../../../runtime/weights/safetensors.js";
import { tensor } from "../../../runtime/weights/tensor.js";
import { writeSafetensors } from "../../../runtime/weights/write.js";
import { fileWithText } from "./safetensors-file.js";
import { tinyManifest } from "./tiny-package.js";

/** What JSON can hold, with what loaders stumble over. */
const odd = fc.oneof(
  fc.constantFrom(null, true, "", "__proto__", "rows", -1, 0, 0.5, 2 ** 53, 1e300, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A document in which some values, chosen by their number in it, are others or are gone. */
function mangled(document: unknown): fc.Arbitrary<string> {
  const count = JSON.stringify(document).split(/[:,[]/).length;
  return fc
    .array(fc.tuple(fc.nat(count), fc.option(odd, { nil: undefined })), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => {
      let number = 0;
      const by = new Map(changes);
      return JSON.stringify(document, (_, value: unknown) => {
        const at = number++;
        return by.has(at) ? by.get(at) : value;
      });
    })
    .map((text: string | undefined) => text ?? "");
}

/** A text with some of its characters changed, left out or doubled. */
function scratched(text: string): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(text.length),
    fc.nat(4),
    fc.constantFrom("", '"', "{", "9", "\\", "é"),
  );
  return fc
    .array(edit, { minLength: 1, maxLength: 4 })
    .map((edits) =>
      edits.reduce((now, [at, gone, put]) => now.slice(0, at) + put + now.slice(at + gone), text),
    );
}

function refusesWithCode(error: unknown): void {
  if (!(error instanceof GdaError)) throw error;
}

export const manifestProperty = fc.property(
  fc.oneof(mangled(tinyManifest), scratched(JSON.stringify(tinyManifest))),
  (text) => {
    try {
      parseManifest(text);
    } catch (error) {
      refusesWithCode(error);
    }
  },
);

const sound = writeSafetensors(
  {
    a: tensor([2, 3], new Float32Array(6)),
    b: tensor([4], new Uint16Array(4), "BF16"),
    c: tensor([], new Float64Array(1)),
  },
  { format: "pt" },
);
const headerLength = Number(new DataView(sound.buffer).getBigUint64(0, true));
const headerText = new TextDecoder().decode(sound.subarray(8, 8 + headerLength));
const dataBytes = sound.byteLength - 8 - headerLength;

const headers = fc
  .oneof(mangled(JSON.parse(headerText)), scratched(headerText))
  .map((text) => fileWithText(text, dataBytes));
const cuts = fc.nat(sound.byteLength).map((length) => sound.slice(0, length));
const flips = fc
  .array(fc.tuple(fc.nat(sound.byteLength - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  .map((changes) => {
    const file = sound.slice();
    for (const [at, byte] of changes) file[at] = byte;
    return file;
  });

export const safetensorsProperty = fc.asyncProperty(
  fc.oneof(headers, cuts, flips),
  async (bytes) => {
    const reader: Reader = {
      name: "fuzz",
      size: bytes.byteLength,
      read: (start, end) => {
        const inside = 0 <= start && start <= end && end <= bytes.byteLength;
        if (!inside) throw new Error(`read ${start} to ${end} of ${bytes.byteLength}`);
        return Promise.resolve(bytes.subarray(start, end));
      },
    };
    try {
      const file = await safetensors(reader);
      for (const [name, { shape }] of file.tensors) await file.read(name, 0, sizeOf(shape));
    } catch (error) {
      refusesWithCode(error);
      // The reader's own error would be told as one of the file's.
      if (error instanceof GdaError && error.code === "GDA7309") throw error;
    }
  },
);
