import { ex, wgsl, type Code, type Item } from "../text/code.js";

/**
 * Values that are not finite. A query row whose score with a key that it sees is infinite or not a
 * number is NaN throughout, and no other row changes. As bits without the sign, what is not finite is
 * greater than all else: maxima, comparisons and exponentials of adapters may lose a NaN.
 */
const mostFinite = ex`0x7f7fffffu`;

/** The bits of four values without their signs. */
export function magnitudes(four: Code): Code {
  return ex`(bitcast<vec4u>(${four}) & vec4u(0x7fffffffu))`;
}

/** The greatest of four magnitudes. */
export function greatest(four: Code): Code {
  return ex`max(max(${four}.x, ${four}.y), max(${four}.z, ${four}.w))`;
}

/** `value`, or NaN where `magnitude` is that of something not finite. */
export function unlessUnknown(value: Code, magnitude: Code): Code {
  return ex`bitcast<f32>(select(bitcast<u32>(${value}), 0x7fc00000u, ${magnitude} > ${mostFinite}))`;
}

/**
 * tanh that keeps what is not finite. SwiftShader's gives NaN for large arguments; at ±10 it is 1 to
 * the last bit of f32.
 */
export const bent: Item = {
  kind: "item",
  name: "bent",
  text: wgsl`fn bent(value: vec4f) -> vec4f {
let bounded = tanh(clamp(value, vec4f(-10.0), vec4f(10.0)));
return select(bounded, value, ${magnitudes(ex`value`)} > vec4u(${mostFinite}));
}`,
};
