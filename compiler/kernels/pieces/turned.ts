import type { ProjectTensor } from "../operations/project.js";
import { because, ex, f32, wgsl, type Code, type Item } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";
import type { HeadWrite, Turn } from "./write.js";

/** A head of the tile, normalised and turned: `setup` once, `quad` for quad i. */
export interface TurnedHead {
  readonly setup: Code;
  readonly quad: Code;
}

/** Heads as sums left them, in workgroup memory. */
export interface Tile {
  readonly item: Item;
  readonly quad: (i: Code) => Code;
}

/** The head that begins at quad `at` of the tile, of the row `row`. */
export function turnedHead(
  write: HeadWrite,
  share: Share,
  tile: Tile,
  k: Scope<ProjectTensor>,
): TurnedHead {
  const { norm, turn } = write;
  const plain = (i: Code): Code => tile.quad(ex`at + ${i}`);
  if (norm === undefined && turn === undefined) return { setup: wgsl``, quad: plain(ex`i`) };
  const value = norm ? (i: Code): Code => ex`${plain(i)} * inverse * ${k.load4("norm", i)}` : plain;
  const quad: Item = {
    kind: "item",
    name: "turned",
    text: wgsl`fn turned(at: u32, i: u32, row: u32, inverse: f32) -> vec4f {
${turn ? turnQuad(turn, write.size, value, k) : wgsl`return ${value(ex`i`)};`}
}`,
  };
  const squares = share.reduce("square", "sum", [ex`squares`]);
  const eps = norm && { ...norm, value: norm.value.eps };
  return {
    setup: eps
      ? wgsl`var squares = 0.0;
${k.strided(
  "i",
  { uniform: "head_quads", count: write.size / 4, team: share.team },
  () => wgsl`let value = ${plain(ex`i`)};
squares += dot(value, value);`,
)}
${squares.setup}
let inverse = inverseSqrt(${squares.values} / ${write.size}.0 + ${f32(eps)});`
      : wgsl``,
    quad: ex`${quad}(at, i, row, ${norm ? ex`inverse` : f32(1)})`,
  };
}

/**
 * Channels turn in pairs: of two neighbours, or of one in each half. Angles come from a table: sines
 * of large arguments are off by 1e-3 on some adapters.
 */
function turnQuad(
  { rope, start, size }: Turn,
  headSize: number,
  value: (i: Code) => Code,
  k: Scope<ProjectTensor>,
): Code {
  const [from, quads, half] = [start / 4, size / 4, size / 8];
  const angle = (i: Code): Code => k.load4("angles", ex`row * ${quads}u + ${i}`);
  // Below `from`, the difference is large.
  const others =
    size === headSize
      ? wgsl``
      : wgsl`if (i - ${from}u >= ${quads}u) {
return ${value(ex`i`)};
}`;
  if (rope.value.pairing === "adjacent") {
    return wgsl`${others}
let angle = ${angle(ex`i - ${from}u`)};
let own = ${value(ex`i`)};
${because(rope, wgsl`return own * angle.xxzz + own.yxwz * vec4f(-angle.y, angle.y, -angle.w, angle.w);`)}`;
  }
  return wgsl`${others}
let first = i < ${from + half}u;
let pair = select(i - ${from + half}u, i - ${from}u, first) * 2u;
let one = ${angle(ex`pair`)};
let two = ${angle(ex`pair + 1u`)};
let own = ${value(ex`i`)};
let other = ${value(ex`select(i - ${half}u, i + ${half}u, first)`)};
${because(rope, wgsl`return own * vec4f(one.xz, two.xz) + select(other, -other, first) * vec4f(one.yw, two.yw);`)}`;
}
