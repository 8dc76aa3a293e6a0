import type { Fact } from "../../plan/plan.js";
import type { Kernel } from "../kernel.js";
import type { Turn } from "../pieces/write.js";
import { because, ex, f32, wgsl, type Code } from "../text/code.js";
import { formats } from "../text/format.js";
import type { Scope } from "../text/scope.js";
import type { Share } from "../text/share.js";

/**
 * QK-norm and RoPE of projected heads, in place: each head's RMSNorm first, then its rotary
 * channels turn (gda-math.md, section 6; language.md, section 2, "A layer").
 */
export interface TurnOp {
  /** Heads in one row of the tensor. */
  readonly heads: number;
  /** Channels of a head. */
  readonly size: number;
  readonly norm: Fact<{ readonly eps: number }> | undefined;
  readonly turn: Turn | undefined;
}

export interface TurnSchedule {
  readonly share: Share;
}

type TurnTensor = "rows" | "norm" | "angles";

export const turn: Kernel<TurnOp, TurnSchedule, TurnTensor> = {
  name: (op) =>
    `turn_${op.size}${op.norm ? "_norm" : ""}${op.turn ? `_${op.turn.rope.value.pairing}` : ""}`,
  tensors: (op) => ({
    rows: { mode: "read_write", format: formats.f32, scalars: true },
    ...(op.norm ? { norm: { mode: "read", format: formats.f32, scalars: true } } : {}),
    ...(op.turn ? { angles: { mode: "read", format: formats.f32, scalars: true } } : {}),
  }),
  grid: (op) => [op.heads, "rows", 1],
  body(op, s, k) {
    return wgsl`let head = (y * ${k.uniform("heads", op.heads)} + x) * ${op.size}u;
${op.norm ? normalise(op, op.norm, s, k) : wgsl``}
${op.turn ? rotate(op.turn, s, k) : wgsl``}`;
  },
};

function normalise(
  op: TurnOp,
  norm: Fact<{ readonly eps: number }>,
  s: TurnSchedule,
  k: Scope<TurnTensor>,
): Code {
  const { share } = s;
  const all = { uniform: "head_dim", count: op.size, team: share.team };
  const at = ex`head + i`;
  const squares = share.reduce("square", "sum", [ex`squares`]);
  const eps = { ...norm, value: norm.value.eps };
  const scaled = ex`${k.at("rows", at)} * inverse * ${k.at("norm", ex`i`)}`;
  return wgsl`var squares = 0.0;
${k.strided("i", all, () => wgsl`squares += ${k.at("rows", at)} * ${k.at("rows", at)};`)}
${squares.setup}
let inverse = inverseSqrt(${squares.values[0] ?? ex`0.0`} / ${op.size}.0 + ${f32(eps)});
storageBarrier();
${k.strided("i", all, () => wgsl`${k.at("rows", at)} = ${scaled};`)}
storageBarrier();`;
}

/** Angles come from a table: sin and cos of large arguments are off by 1e-3 on some adapters. */
function rotate({ rope, start, size }: Turn, s: TurnSchedule, k: Scope<TurnTensor>): Code {
  const pairs = size / 2;
  const half = rope.value.pairing === "half";
  const first = ex`head + ${start}u + ${half ? ex`i` : ex`i * 2u`}`;
  const second = ex`first + ${half ? pairs : 1}u`;
  const angle = ex`(y * ${pairs}u + i) * 2u`;
  const all = { uniform: "pairs", count: pairs, team: s.share.team };
  return k.strided(
    "i",
    all,
    () => wgsl`let first = ${because(rope, first)};
let second = ${second};
let angle = ${angle};
let cosine = ${k.at("angles", ex`angle`)};
let sine = ${k.at("angles", ex`angle + 1u`)};
let a = ${k.at("rows", ex`first`)};
let b = ${k.at("rows", ex`second`)};
${k.at("rows", ex`first`)} = a * cosine - b * sine;
${k.at("rows", ex`second`)} = b * cosine + a * sine;`,
  );
}
