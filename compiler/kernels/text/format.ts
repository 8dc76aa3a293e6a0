import type { Format as FormatName } from "../../../runtime/manifest.js";
import { weightBits } from "../../../runtime/weights/scaled.js";
import type { WeightStorage } from "../../plan/plan.js";
import { mostStored } from "../../plan/scaled-cache.js";
import { ex, ident, wgsl, type Code, type Item } from "./code.js";

/**
 * How four neighbouring values lie in a storage buffer. Half formats are packed two in a u32, so
 * that no adapter feature is needed; arithmetic is f32 throughout.
 */
export interface Format {
  readonly name: FormatName;
  readonly bytes: number;
  /** Element of the storage array that holds four values. */
  readonly quad: Code;
  /** Whether the values of a head are whole numbers, multiples of a scale of their own. */
  readonly scaled: boolean;
  /** The least value that a cache of this format cannot keep: it rounds to infinity, or has no scale. */
  readonly beyond: number;
  /** The quad as vec4f. */
  readonly decode: (quad: Code) => Code;
  /** A vec4f as quad, rounded to nearest; of a scaled format it holds whole numbers already. */
  readonly encode: (value: Code) => Code;
}

/**
 * How a matrix of whole numbers lies in a storage buffer: vec4u of 16 or 32 weights, of which four
 * neighbours have the same bits of each word (runtime/weights/scaled.ts).
 */
export interface BlockFormat {
  readonly name: "i8" | "i4";
  readonly bits: 8 | 4;
  /** Neighbouring inputs that share a scale. */
  readonly block: number;
  /** Element of the storage array. */
  readonly quad: Code;
}

export type WeightFormat = Format | BlockFormat;

const bf16Decode: Item = {
  kind: "item",
  name: "bf16_decode",
  text: wgsl`fn bf16_decode(quad: vec2u) -> vec4f {
return bitcast<vec4f>(vec4u(quad.x << 16u, quad.x & 0xffff0000u, quad.y << 16u, quad.y & 0xffff0000u));
}`,
};

/** Rounds to nearest even; a NaN keeps its top bits and one more, so that it stays a NaN. */
const bf16Encode: Item = {
  kind: "item",
  name: "bf16_encode",
  text: wgsl`fn bf16_encode(value: vec4f) -> vec2u {
let bits = bitcast<vec4u>(value);
let nearest = (bits + 0x7fffu + ((bits >> vec4u(16u)) & vec4u(1u))) >> vec4u(16u);
let half = select(nearest, (bits >> vec4u(16u)) | vec4u(0x40u), (bits & vec4u(0x7fffffffu)) > vec4u(0x7f800000u));
return vec2u(half.x | (half.y << 16u), half.z | (half.w << 16u));
}`,
};

const f16Decode: Item = {
  kind: "item",
  name: "f16_decode",
  text: wgsl`fn f16_decode(quad: vec2u) -> vec4f {
return vec4f(unpack2x16float(quad.x), unpack2x16float(quad.y));
}`,
};

/** What rounds beyond the range of f16 becomes NaN: `pack2x16float` leaves it undefined. */
const f16Encode: Item = {
  kind: "item",
  name: "f16_encode",
  text: wgsl`fn f16_encode(value: vec4f) -> vec2u {
let inside = clamp(value, vec4f(-65504.0), vec4f(65504.0));
let beyond = (bitcast<vec4u>(value) & vec4u(0x7fffffffu)) >= vec4u(0x477ff000u);
let unknown = select(vec4u(), vec4u(0x7e00u, 0x7e000000u, 0x7e00u, 0x7e000000u), beyond);
return vec2u(pack2x16float(inside.xy) | unknown.x | unknown.y, pack2x16float(inside.zw) | unknown.z | unknown.w);
}`,
};

/** Shifts up and down again, so that the sign of each byte fills its 32 bits. */
const i8Decode: Item = {
  kind: "item",
  name: "i8_decode",
  text: wgsl`fn i8_decode(quad: u32) -> vec4f {
return vec4f(bitcast<vec4i>(vec4u(quad) << vec4u(24u, 16u, 8u, 0u)) >> vec4u(24u));
}`,
};

const i8Encode: Item = {
  kind: "item",
  name: "i8_encode",
  text: wgsl`fn i8_encode(value: vec4f) -> u32 {
let bytes = (bitcast<vec4u>(vec4i(value)) & vec4u(0xffu)) << vec4u(0u, 8u, 16u, 24u);
return bytes.x | bytes.y | bytes.z | bytes.w;
}`,
};

const halfQuad = ident("vec2u");

export const formats: Readonly<Record<"f32" | "f16" | "bf16" | "i8", Format>> = {
  f32: {
    name: "f32",
    bytes: 4,
    quad: ident("vec4f"),
    scaled: false,
    beyond: mostStored,
    decode: (quad) => quad,
    encode: (value) => value,
  },
  f16: {
    name: "f16",
    bytes: 2,
    quad: halfQuad,
    scaled: false,
    beyond: 65_520,
    decode: (quad) => ex`${f16Decode}(${quad})`,
    encode: (value) => ex`${f16Encode}(${value})`,
  },
  bf16: {
    name: "bf16",
    bytes: 2,
    quad: halfQuad,
    scaled: false,
    beyond: 2 ** 128 - 2 ** 119,
    decode: (quad) => ex`${bf16Decode}(${quad})`,
    encode: (value) => ex`${bf16Encode}(${value})`,
  },
  i8: {
    name: "i8",
    bytes: 1,
    quad: ident("u32"),
    scaled: true,
    beyond: mostStored,
    decode: (quad) => ex`${i8Decode}(${quad})`,
    encode: (value) => ex`${i8Encode}(${value})`,
  },
};

/** The format of matrices that are stored so. */
export function weightFormat(storage: WeightStorage): WeightFormat {
  if (!("block" in storage)) return formats[storage.weights];
  const { weights: name, block } = storage;
  return { name, bits: weightBits[name], block, quad: ident("vec4u") };
}
