import { ex, ident, loop, times, wgsl, type Code, type Item } from "./code.js";
import { butterfly } from "./subgroup.js";

/**
 * How the invocations of a workgroup, its team, hand values to each other: within a subgroup by
 * broadcast, or through workgroup memory where an adapter has no subgroups. A kernel's text names
 * neither.
 */
export interface Share {
  readonly team: number;
  /** `lane` is this invocation's place in the team, from 0. */
  readonly lane: Code;
  readonly parameters: Code;
  readonly enables: readonly string[];
  /** `count` values that all read: value i is made by lane i mod team, or by every lane itself. */
  spread(name: string, count: number, value: (i: Code) => Code): Spread;
  /** Each lane's array of `count` f32, read by all. */
  exchange(name: string, count: number): Exchange;
  /** Sums (or maxima) over the team of several values at once, each then held by all lanes. */
  reduce(name: string, how: "sum" | "max", values: readonly Code[]): Reduced;
}

export interface Spread {
  readonly setup: Code;
  at(i: number): Code;
}

export interface Exchange {
  readonly declare: Code;
  set(i: Code | number, value: Code): Code;
  /** Own value. */
  own(i: Code | number): Code;
  /** After all sets, before any read of another lane's. */
  readonly publish: Code;
  at(lane: number | Code, i: Code | number): Code;
}

export interface Reduced {
  readonly setup: Code;
  readonly values: readonly Code[];
}

const lane = ident("lane");

/**
 * The uniform that holds the team's size, in every kernel: a loop over the team takes its bound
 * from there, since drivers unroll constant ones.
 */
export const teamUniform = "team";

/** A team that is one subgroup of exactly n lanes. */
export function subgroupShare(n: number): Share {
  return {
    team: n,
    lane,
    enables: ["subgroups"],
    parameters: wgsl`@builtin(subgroup_invocation_id) lane: u32`,
    spread(name, count, value) {
      const rounds = Math.ceil(count / n);
      const register = (round: number): Code => ident(`${name}_${round}`);
      return {
        setup: wgsl`${times(rounds, (r) => {
          const i = r === 0 ? ex`${lane}` : ex`${lane} + ${r * n}u`;
          const inside = (r + 1) * n > count ? ex`min(${i}, ${count - 1}u)` : i;
          return wgsl`let ${register(r)} = ${value(inside)};`;
        })}`,
        at: (i) => ex`subgroupBroadcast(${register(Math.floor(i / n))}, ${i % n}u)`,
      };
    },
    exchange(name, count) {
      const array = ident(name);
      const own = (i: Code | number): Code => (count === 1 ? array : ex`${array}[${i}]`);
      return {
        declare:
          count === 1 ? wgsl`var ${array} = 0.0;` : wgsl`var ${array} = array<f32, ${count}>();`,
        set: (i, value) => wgsl`${own(i)} = ${value};`,
        own,
        publish: wgsl``,
        at: (from, i) =>
          typeof from === "number"
            ? ex`subgroupBroadcast(${own(i)}, ${from}u)`
            : ex`subgroupShuffle(${own(i)}, ${from})`,
      };
    },
    reduce(name, how, values) {
      const register = (i: number): Code => ident(`${name}_${i}`);
      return {
        setup: wgsl`${values.map(
          (value, i) => wgsl`var ${register(i)} = ${value};
${butterfly(how, register(i), 1, n)}`,
        )}`,
        values: values.map((_, i) => register(i)),
      };
    },
  };
}

/** A team of n invocations that meet in workgroup memory. */
export function workgroupShare(n: number): Share {
  const items = new Map<string, Item>();
  /** One variable a name and size: what is handed over twice in a kernel reuses it. */
  const memory = (name: string, count: number): Item => {
    const full = `${name}_${count}`;
    const item = items.get(full) ?? {
      kind: "item",
      name: full,
      text: wgsl`var<workgroup> ${ident(full)}: array<f32, ${count}>;`,
      workgroupBytes: 4 * count,
    };
    items.set(full, item);
    return item;
  };
  return {
    team: n,
    lane,
    enables: [],
    parameters: wgsl`@builtin(local_invocation_index) lane: u32`,
    spread(name, count, value) {
      // Without subgroups a load costs no more than a read of workgroup memory, and no barrier.
      const register = (i: number): Code => ident(`${name}_${i}`);
      return {
        setup: wgsl`${times(count, (i) => wgsl`let ${register(i)} = ${value(ex`${i}u`)};`)}`,
        at: register,
      };
    },
    exchange(name, count) {
      const tile = memory(name, count * n);
      const own = (i: Code | number): Code =>
        typeof i === "number"
          ? ex`${tile}[${i * n}u + ${lane}]`
          : ex`${tile}[${i} * ${n}u + ${lane}]`;
      return {
        declare: wgsl`workgroupBarrier();`,
        set: (i, value) => wgsl`${own(i)} = ${value};`,
        own,
        publish: wgsl`workgroupBarrier();`,
        at: (from, i) => {
          const row = typeof i === "number" ? ex`${i * n}u` : ex`${i} * ${n}u`;
          return ex`${tile}[${row} + ${typeof from === "number" ? ex`${from}u` : from}]`;
        },
      };
    },
    reduce(name, how, values) {
      const tile = memory(name, values.length * n);
      const register = (i: number): Code => ident(`${name}_${i}`);
      const at = (i: number): Code => ex`${tile}[${i * n}u + other]`;
      return {
        setup: wgsl`workgroupBarrier();
${values.map((value, i) => wgsl`${tile}[${i * n}u + ${lane}] = ${value};`)}
workgroupBarrier();
${values.map((_, i) => wgsl`var ${register(i)} = ${tile}[${i * n}u];`)}
${loop(
  { name: "lane", rounds: n - 1 },
  { counter: "other", from: ex`1u`, to: ex`uniforms.${ident(teamUniform)}` },
  wgsl`${values.map((_, i) =>
    how === "sum"
      ? wgsl`${register(i)} += ${at(i)};`
      : wgsl`${register(i)} = max(${register(i)}, ${at(i)});`,
  )}`,
)}`,
        values: values.map((_, i) => register(i)),
      };
    },
  };
}
