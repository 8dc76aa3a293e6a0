import { bf16FromF32, f16FromF32 } from "../../runtime/weights/rounding.js";
import { bufferBytes } from "../../runtime/size.js";
import { randomNumbers } from "../reference/random.js";
import type { Filled } from "./job.js";

/** A prime, so that what repeats does not fall in step with rows. */
const BLOCK = 65_521;

/** A scale of an int8 cache that gives values of the size of the others. */
const SCALE = 0.02;

/** The bytes of a tensor: normal numbers in its format, a block of them again and again. */
export function filledBytes({ name, format, elements, scale, row }: Filled): Uint8Array {
  const bytes = new Uint8Array(bufferBytes(format, elements));
  const normal = randomNumbers(1, name, Math.min(BLOCK, elements)).map((value) => scale * value);
  switch (format) {
    case "f32":
      repeat(new Float32Array(bytes.buffer), normal);
      break;
    case "f16":
      repeat(new Uint16Array(bytes.buffer), halves(normal, f16FromF32));
      break;
    case "bf16":
      repeat(new Uint16Array(bytes.buffer), halves(normal, bf16FromF32));
      break;
    case "i4":
      repeat(new Uint16Array(bytes.buffer), quantised(normal));
      break;
    case "i8":
      if (row === undefined) {
        repeat(new Uint16Array(bytes.buffer), quantised(normal));
        break;
      }
      repeat(
        new Int8Array(bytes.buffer),
        Int8Array.from(normal, (value) => Math.max(-127, Math.min(127, value / SCALE))),
      );
      setScales(new Float32Array(bytes.buffer), row);
      break;
    case "u32":
      break;
  }
  return bytes;
}

/** Bits that are sound as the whole numbers of a weight and as its scales, bf16 of about 0.01. */
function quantised(values: Float32Array): Uint16Array {
  return Uint16Array.from(values, (value) => 0x3c00 | (Math.round(1e4 * value) & 0xff));
}

function halves(values: Float32Array, round: (bits: number) => number): Uint16Array {
  return Uint16Array.from(new Uint32Array(values.buffer), round);
}

type Numbers = Float32Array | Uint16Array | Int8Array;

function repeat<T extends Numbers>(target: T, block: T): void {
  target.set(block);
  for (let done = block.length; done < target.length; done *= 2) {
    target.copyWithin(done, 0, Math.min(done, target.length - done));
  }
}

function setScales(
  words: Float32Array,
  row: { readonly quads: number; readonly scales: number },
): void {
  const stride = row.quads + row.scales;
  for (let at = row.quads; at < words.length; at += stride) {
    words.fill(SCALE, at, at + row.scales);
  }
}
