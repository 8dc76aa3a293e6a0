import type { ProjectOp, ProjectSchedule, ProjectTensor } from "../operations/project.js";
import { openRow } from "../operations/append.js";
import { ex, ident, joined, loop, times, wgsl, type Code, type Item } from "../text/code.js";
import type { Scope } from "../text/scope.js";
import { cachedRow } from "./cached.js";
import { scaled } from "./scaled.js";
import { turnedHead, type Tile } from "./turned.js";
import { findKnown, forgetKeys } from "./unknown-values.js";
import type { CacheTarget, HeadWrite, Writer } from "./write.js";

/**
 * A workgroup holds whole heads of its rows in workgroup memory. A lane has
 * neighbouring outputs and puts them there as vectors; once all sums are done, the team goes through the heads.
 */
export function headWriter(
  op: ProjectOp,
  write: HeadWrite,
  s: ProjectSchedule,
  k: Scope<ProjectTensor>,
): Writer {
  const { team } = s.share;
  const held = (s.heads * write.size) / s.columns;
  const rounds = Math.ceil(held / team);
  const tile = tileOf(s.rows * held, s.columns);
  const vector = (part: (j: number) => Code): Code =>
    ex`${vectorOf(s.columns)}(${joined(times(s.columns, part), ", ")})`;
  const bias = ex`${k.uniform("segment_first")} + begin + own * ${s.columns}u`;
  const puts = (sum: (r: number, j: number) => Code): Code => {
    const sums = (r: number): Code => vector((j) => sum(r, j));
    return wgsl`${write.bias ? wgsl`let bias_own = ${vector((j) => k.at("bias", ex`${bias} + ${j}u`))};` : wgsl``}
${times(s.rows, (r) => wgsl`${tile.item}[${r * held}u + own] = ${write.bias ? ex`${sums(r)} + bias_own` : sums(r)};`)}`;
  };
  return {
    rounds,
    open: wgsl`let begin = x * ${s.heads * write.size}u;
${write.to.kind === "cache" ? leaveElsewhere(write, write.to, s, k) : wgsl``}`,
    begin: (round) => wgsl`let own = ${round} * ${team}u + lane;`,
    output: (j) => ex`begin + own * ${s.columns}u + ${j}u`,
    keep: (sum) =>
      rounds * team === held ? puts(sum) : wgsl`if (own < ${held}u) {\n${puts(sum)}\n}`,
    close: wgsl`workgroupBarrier();
${eachHead(
  write,
  s,
  k,
  (h) => wgsl`let at = (r * ${s.heads}u + ${h}) * ${write.size / 4}u;
${finish(op, write, s, k, tile)}`,
)}`,
  };
}

/** Each head of each row of the workgroup, with its `row` and the first `output` that it has. */
function eachHead(
  write: HeadWrite,
  s: ProjectSchedule,
  k: Scope<ProjectTensor>,
  body: (h: Code) => Code,
): Code {
  const one = (h: Code): Code => wgsl`let output = begin + ${h} * ${write.size}u;\n${body(h)}`;
  const left = ex`(${k.uniform("segment_count")} - begin) / ${write.size}u`;
  const heads = { counter: "h", from: ex`0u`, to: ex`min(${k.uniform("held", s.heads)}, ${left})` };
  const rows = ex`min(${k.uniform("tile_rows", s.rows)}, ${k.uniform("rows")} - row0)`;
  return loop(
    { name: "row", rounds: ["min", s.rows, "rows"] },
    { counter: "r", from: ex`0u`, to: rows },
    wgsl`let row = row0 + r;
${s.heads === 1 ? one(ex`0u`) : loop({ name: "head", rounds: s.heads }, heads, one(ex`h`))}`,
  );
}

/** Sums in workgroup memory, as the vectors that lanes put there. */
function tileOf(vectors: number, width: number): Tile {
  const item: Item = {
    kind: "item",
    name: "tile",
    text: wgsl`var<workgroup> tile: array<${vectorOf(width)}, ${vectors}>;`,
    workgroupBytes: 4 * width * vectors,
  };
  return {
    item,
    quad: (i) =>
      width === 4 ? ex`${item}[${i}]` : ex`vec4f(${item}[${i} * 2u], ${item}[${i} * 2u + 1u])`,
  };
}

function vectorOf(width: number): Code {
  return ident(`vec${width}f`);
}

/** A cache of many segments has a dispatch for each: work is done where rows of the tile go there. */
function leaveElsewhere(
  write: HeadWrite,
  to: CacheTarget,
  s: ProjectSchedule,
  k: Scope<ProjectTensor>,
): Code {
  return wgsl`var any_here = false;
${eachHead(
  write,
  s,
  k,
  () => wgsl`${openPlace(write, to, k)}
any_here = any_here | here;`,
)}
if (!any_here) {
return;
}`;
}

/** Names whether the cached row of `row` and of the head at `output` is here, and its first element. */
function openPlace(write: HeadWrite, to: CacheTarget, k: Scope<ProjectTensor>): Code {
  const { stride } = cachedRow(to.format, to.heads, write.size);
  return wgsl`let head = (${k.uniform("segment_first")} + output) / ${write.size}u;
${openRow(k, { row: ex`row`, pair: ex`head / ${to.heads}u`, stride: ex`${stride}u`, segment: "into" })}`;
}

/** One head of one row, from the tile to where it goes. */
function finish(
  op: ProjectOp,
  write: HeadWrite,
  { share }: ProjectSchedule,
  k: Scope<ProjectTensor>,
  tile: Tile,
): Code {
  const all = { uniform: "head_quads", count: write.size / 4, team: share.team };
  const quads = k.uniform(all.uniform, all.count);
  const head = turnedHead(write, share, tile, k);
  const { to } = write;
  const overQuads = (end: Code, body: Code): Code =>
    loop(
      { name: "head quad", rounds: ["ceilDiv", all.count, share.team] },
      { counter: "i", from: ex`lane`, to: end, by: ex`${share.team}u` },
      body,
    );
  if (to.kind === "rows") {
    // Where no head is meant, the last columns may be fewer.
    return wgsl`${head.setup}
let row_at = (row * ${k.uniform("outputs", op.outputs)} + ${k.uniform("segment_first")} + output) / 4u;
${overQuads(
  ex`min(${quads}, (${k.uniform("segment_count")} - output) / 4u)`,
  to.residual ? addResidual(head.quad, k) : k.store4("out", ex`row_at + i`, head.quad),
)}`;
  }
  const cached = ex`place + (head % ${to.heads}u) * ${quads}`;
  if (!to.format.scaled) {
    const kept = to.beside ? ex`select(vec4f(), ${head.quad}, known)` : head.quad;
    return wgsl`${head.setup}
${openPlace(write, to, k)}
${to.beside ? findKnown(share, k, { quads: all, value: head.quad }, to.format) : wgsl``}
${overQuads(ex`select(0u, ${quads}, here)`, k.store4("out", ex`${cached} + i`, kept))}
${to.beside ? forgetKeys(k, to.beside, ex`here`) : wgsl``}`;
  }
  const scaleAt = ex`place + ${cachedRow(to.format, to.heads, write.size).quads}u + head % ${to.heads}u`;
  const { find, put } = scaled(share, k, to.format, {
    quads: all,
    value: head.quad,
    at: cached,
    scaleAt,
    beside: to.beside,
    here: ex`here`,
  });
  return wgsl`${head.setup}
${openPlace(write, to, k)}
${find}
if (here) {
${put}
}`;
}

/** The uniform says whether a call brought rows to add; without, there is a binding and no row. */
function addResidual(quad: Code, k: Scope<ProjectTensor>): Code {
  return wgsl`var sum = ${quad};
if (${k.uniform("residual")} > 0u) {
sum += ${k.load4("residual", ex`row_at + i`)};
}
${k.store4("out", ex`row_at + i`, ex`sum`)}`;
}
