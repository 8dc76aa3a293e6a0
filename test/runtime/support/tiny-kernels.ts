/**
 * Kernels of a made-up layer that is small enough to be computed by hand, and uses all that the
 * runtime offers: segments of weights and caches, tables, scratch, derived tensors, uniforms.
 */
const uniforms = (...names: readonly string[]): string =>
  `struct Uniforms { ${[...names, "grid_x", "grid_y", "grid_z"]
    .map((name) => `${name}: ${name === "shift" ? "f32" : "u32"},`)
    .join(" ")} }`;

const main = (body: string): string => `@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) wid: vec3u) {
  let work = wid.x + wid.y * 65535u;
  if (work >= uniforms.grid_x * uniforms.grid_y * uniforms.grid_z) { return; }
  let x = work % uniforms.grid_x;
  let y = work / uniforms.grid_x;
${body}
}
`;

/** k[row, o] = Σ x[row, i] · w[o, i], for the rows o of one segment of w. */
const project = `${uniforms("inputs", "outputs", "segment_first")}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> weight: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> uniforms: Uniforms;
${main(`  var sum = 0.0;
  for (var i = 0u; i < uniforms.inputs; i++) {
    sum += input[y * uniforms.inputs + i] * weight[x * uniforms.inputs + i];
  }
  output[y * uniforms.outputs + uniforms.segment_first + x] = sum;`)}`;

/** The k of a row goes to the units of its block that lie in one segment of the cache. */
const append = `${uniforms("segment_first", "segment_count", "units", "width", "block", "pair_units")}
@group(0) @binding(0) var<storage, read> keys: array<f32>;
@group(0) @binding(1) var<storage, read> places: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> cached: array<f32>;
@group(0) @binding(3) var<uniform> uniforms: Uniforms;
${main(`  let place = places[y];
  let unit = x / uniforms.width;
  let target_unit = place.x + unit * uniforms.pair_units;
  let local = target_unit - uniforms.segment_first;
  if ((target_unit >= uniforms.segment_first) & (local < uniforms.segment_count)) {
    let at = (local * uniforms.block + place.y) * uniforms.width + x % uniforms.width;
    cached[at] = keys[y * uniforms.units * uniforms.width + x];
  }`)}`;

/** y = x + shift + sine of the row's angle + what was derived from the packed weight. */
const start = `${uniforms("shift", "inputs")}
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read> angles: array<vec2f>;
@group(0) @binding(2) var<storage, read> offset: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;
@group(0) @binding(4) var<uniform> uniforms: Uniforms;
${main(`  let at = y * uniforms.inputs + x;
  output[at] = input[at] + uniforms.shift + angles[y].y + offset[x];`)}`;

/** y += the keys that a row sees, summed over the units of its blocks in one segment. */
const gather = `${uniforms("sequences", "segment_first", "segment_count", "units", "width", "block", "pair_units", "block_shift", "everything")}
@group(0) @binding(0) var<storage, read> sequences: array<u32>;
@group(0) @binding(1) var<storage, read> cached: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> uniforms: Uniforms;
${main(`  for (var s = 0u; s < uniforms.sequences; s++) {
    let first_row = sequences[8u * s];
    let position = sequences[8u * s + 2u] + y - first_row;
    let keys = sequences[8u * s + 4u];
    let prefix = sequences[8u * s + 5u];
    if ((y < first_row) | (y >= first_row + sequences[8u * s + 1u])) { continue; }
    for (var unit = 0u; unit < uniforms.units; unit++) {
      for (var j = 0u; j < keys; j++) {
        let i = j >> uniforms.block_shift;
        let from_unit = sequences[sequences[8u * s + 3u] + i] + unit * uniforms.pair_units;
        let local = from_unit - uniforms.segment_first;
        if ((from_unit < uniforms.segment_first) | (local >= uniforms.segment_count)) { continue; }
        if ((j <= position) | (j < prefix) | (uniforms.everything == 1u)) {
          output[y * uniforms.width + x] += cached[(local * uniforms.block + j - i * uniforms.block) * uniforms.width + x];
        }
      }
    }
  }`)}`;

/** The weight \`bias\`, two bf16 in a u32, doubled. */
const double = `${uniforms()}
@group(0) @binding(0) var<storage, read> bias: array<u32>;
@group(0) @binding(1) var<storage, read_write> offset: array<f32>;
@group(0) @binding(2) var<uniform> uniforms: Uniforms;
${main(`  let pair = bias[x / 2u];
  let bits = select(pair << 16u, pair & 0xffff0000u, x % 2u == 1u);
  offset[x] = 2.0 * bitcast<f32>(bits) + f32(y);`)}`;

export const TINY_KERNELS = { project, append, start, gather, double };
