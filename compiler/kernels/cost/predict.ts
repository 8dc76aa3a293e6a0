import { evaluate, type Symbols } from "../../../runtime/size.js";
import type { EmittedStep } from "../emit.js";
import { count, type Counted, type Nest } from "./count.js";
import type { Counts } from "./counts.js";
import type { Profile } from "./profile.js";
import { total, workgroups, written, type Total } from "./total.js";

/** What a kernel is expected to take for one call. */
export interface Prediction {
  readonly counted: Counted;
  readonly workgroups: number;
  /** Of one invocation, and of its team. */
  readonly total: Total;
  readonly flops: number;
  readonly bytes: number;
  readonly ms: number;
  readonly compileMs: number;
}

/** Counts a step's kernel, and prices it. */
export function predict(step: EmittedStep, symbols: Symbols, profile: Profile): Prediction {
  const counted = count(step.kernel);
  const { workgroup } = step.kernel.entry;
  const groups = workgroups(step.grid, symbols);
  const all = total(counted.nest, symbols);
  const bytes = groups * all.traffic.reduce((sum, each) => sum + each.bytes, 0);
  const vectors = groups * Math.ceil(workgroup / profile.lanes);
  const worth = workOf(counted.nest, symbols, (each) => price(each, counted.live, profile));
  const perVector = worth * profile.nsPerOperation;
  // Too few vectors leave units idle, or waiting for memory.
  const busy = Math.min(1, vectors / (profile.units * profile.hiding));
  const computing = (vectors * perVector) / (profile.units * busy);
  const moving = bytes / profile.bytesPerNs;
  const overhead = profile.dispatchNs + (groups * profile.workgroupNs) / profile.units;
  return {
    counted,
    workgroups: groups,
    total: all,
    flops: groups * workgroup * all.counts.flops,
    bytes,
    ms: (overhead + Math.max(computing, moving)) / 1e6,
    compileMs: compileMs(counted, profile),
  };
}

/** What a nest costs, each of its loops by what one round does. */
function workOf(nest: Nest, symbols: Symbols, price: (counts: Counts) => number): number {
  const inner = nest.inner.reduce((sum, each) => sum + workOf(each, symbols, price), 0);
  return evaluate(nest.rounds, symbols) * (price(nest.counts) + inner);
}

/** Vector multiply-adds that one round of one lane is worth. */
function price(counts: Counts, live: number, profile: Profile): number {
  const { costs, registers, spill, crowded } = profile;
  const beyond = Math.max(0, live - registers) / Math.max(1, live);
  const slower = counts.loads > crowded.loads ? crowded.times : 1;
  return (
    counts.arithmetic * costs.arithmetic * (1 + spill * beyond) +
    counts.special * costs.special +
    counts.integer * costs.integer +
    counts.handed * costs.handed +
    counts.loadWords * costs.loadWords * slower +
    counts.storeWords * costs.storeWords +
    counts.tileWords * costs.tileWords +
    counts.arrayWords * costs.arrayWords +
    counts.barriers * costs.barriers
  );
}

function compileMs({ nest }: Counted, { compile }: Profile): number {
  const { loads, stores, ...counts } = written(nest);
  const instructions = counts.arithmetic + counts.special;
  return (
    compile.base + compile.perInstruction * instructions + compile.perLoad * (loads + stores / 4)
  );
}
