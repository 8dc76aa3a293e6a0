import type { Fact, Rope } from "../../plan/plan.js";
import type { ProjectOp, ProjectSchedule, ProjectTensor } from "../operations/project.js";
import { ex, ident, times, wgsl, type Code } from "../text/code.js";
import { formats, type Format } from "../text/format.js";
import type { Scope, Tensor } from "../text/scope.js";
import { headWriter } from "./head-write.js";
import type { KeysBeside } from "./unknown-values.js";

/** What becomes of the sums of a projection before they are stored, and where they go. */
export type Write = ScalarWrite | HeadWrite;

/** Each value for itself, into the rows of a tensor. */
export interface ScalarWrite {
  readonly kind: "scalars";
  readonly bias: boolean;
}

/**
 * Whole heads, four neighbouring values at a time: QK-norm and RoPE (gda-math.md, section 6;
 * language.md, section 2, "A layer"), then into the rows of a tensor or the cache.
 */
export interface HeadWrite {
  readonly kind: "heads";
  readonly bias: boolean;
  /** Values of a head: of its weights, a segment holds all rows or none. */
  readonly size: number;
  readonly norm: Fact<{ readonly eps: number }> | undefined;
  readonly turn: Turn | undefined;
  readonly to: RowsTarget | CacheTarget;
}

/** Which channels of a head RoPE turns: they lie together. */
export interface Turn {
  readonly rope: Fact<Rope>;
  readonly start: number;
  readonly size: number;
}

export interface RowsTarget {
  readonly kind: "rows";
  /** Whether a row of another tensor is added. */
  readonly residual: boolean;
}

export interface CacheTarget {
  readonly kind: "cache";
  readonly format: Format;
  /** Heads that a KV pair caches in one row. */
  readonly heads: number;
  /** For heads of V. */
  readonly beside: KeysBeside | undefined;
}

/** What a write adds to the text of a projection. */
export interface Writer {
  /** Rounds over the columns of a workgroup. */
  readonly rounds: number;
  /** Before all else: names what is the same for all rounds, leaves where nothing is to do. */
  readonly open: Code;
  /** Begins a round. */
  readonly begin: (round: Code) => Code;
  /** Output j of this lane, counted from the first row of the segment. */
  readonly output: (j: number) => Code;
  /** Puts the sums of a round away. */
  readonly keep: (sum: (r: number, j: number) => Code) => Code;
  /** After all rounds. */
  readonly close: Code;
}

/** The tensors that a write binds, in the order of their bindings. */
export function writeTensors(write: Write): Readonly<Partial<Record<ProjectTensor, Tensor>>> {
  const f32 = { mode: "read", format: formats.f32 } as const;
  if (write.kind === "scalars") {
    return {
      ...(write.bias ? { bias: { ...f32, scalars: true } } : {}),
      out: { mode: "read_write", format: formats.f32, scalars: true },
    };
  }
  const { to } = write;
  return {
    ...(write.bias ? { bias: { ...f32, scalars: true } } : {}),
    ...(write.norm ? { norm: f32 } : {}),
    ...(write.turn ? { angles: f32 } : {}),
    ...(to.kind === "rows" && to.residual ? { residual: f32 } : {}),
    ...(to.kind === "cache" ? { places: { mode: "read", format: "u32" } } : {}),
    ...(to.kind === "cache" && to.beside
      ? { keys: { mode: "read_write", format: to.beside.format } as const }
      : {}),
    out: { mode: "read_write", format: to.kind === "cache" ? to.format : formats.f32 },
  };
}

export function writer(op: ProjectOp, s: ProjectSchedule, k: Scope<ProjectTensor>): Writer {
  return op.write.kind === "scalars"
    ? scalarWriter(op, op.write, s, k)
    : headWriter(op, op.write, s, k);
}

/** A lane's outputs lie a team apart, and go straight from its sums to the tensor. */
function scalarWriter(
  op: ProjectOp,
  { bias }: ScalarWrite,
  s: ProjectSchedule,
  k: Scope<ProjectTensor>,
): Writer {
  const team = s.share.team;
  const count = k.uniform("segment_count");
  const output = (j: number): Code => ex`output0 + ${j * team}u`;
  return {
    rounds: 1,
    open: wgsl``,
    begin: () => wgsl`let output0 = x * ${s.columns * team}u + lane;`,
    output,
    keep: (sum) =>
      wgsl`${times(s.columns, (j) => {
        const to = ex`${k.uniform("segment_first")} + ${output(j)}`;
        const value = (r: number): Code =>
          bias ? ex`${sum(r, j)} + ${ident(`bias_${j}`)}` : sum(r, j);
        return wgsl`if (${output(j)} < ${count}) {
${bias ? wgsl`let bias_${j} = ${k.at("bias", to)};` : wgsl``}
${times(s.rows, (r) => {
  const at = ex`(row0 + ${r}u) * ${k.uniform("outputs", op.outputs)} + ${to}`;
  return wgsl`if (row0 + ${r}u < ${k.uniform("rows")}) {
${k.set("out", at, value(r))}
}`;
})}
}`;
      })}`,
    close: wgsl``,
  };
}
