import type { Machine } from "../machine.js";
import type { Counts } from "./counts.js";

/**
 * What a class of adapters takes for what kernels do. Costs are in vector multiply-adds: one
 * instruction for as many lanes as the machine's vectors have.
 */
export interface Profile {
  readonly name: "software" | "hardware";
  /** Lanes of a vector: a team of more is several vectors. */
  readonly lanes: number;
  /** Vectors that run at the same time, and how long each takes for a multiply-add, in ns. */
  readonly units: number;
  readonly nsPerOperation: number;
  /** How many vectors a unit must have to choose from to be busy: it waits for memory meanwhile. */
  readonly hiding: number;
  readonly costs: Readonly<Omit<Counts, "flops" | "loads" | "stores">>;
  /** Live values that a lane has registers for; those beyond go through memory. */
  readonly registers: number;
  /** Added to the cost of arithmetic for each part of the values that are beyond. */
  readonly spill: number;
  /** A round with more loads than so many leaves the instruction caches: how much longer they take. */
  readonly crowded: { readonly loads: number; readonly times: number };
  /** Bytes that all units together move in a nanosecond. */
  readonly bytesPerNs: number;
  readonly dispatchNs: number;
  readonly workgroupNs: number;
  /** What a driver takes to make a kernel, in ms: for itself, and for what its text holds. */
  readonly compile: {
    readonly base: number;
    readonly perInstruction: number;
    readonly perLoad: number;
  };
}

/** Lavapipe on two cores, measured: docs/schedules.md tells how. */
const software: Profile = {
  name: "software",
  lanes: 8,
  units: 2,
  nsPerOperation: 0.27,
  hiding: 1,
  costs: {
    arithmetic: 1,
    special: 10,
    integer: 1.5,
    handed: 0.5,
    loadWords: 18,
    storeWords: 15,
    tileWords: 15,
    arrayWords: 1,
    barriers: 300,
  },
  registers: 16,
  spill: 0,
  crowded: { loads: 8, times: 1.8 },
  bytesPerNs: 10,
  dispatchNs: 50_000,
  workgroupNs: 100,
  compile: { base: 20, perInstruction: 1.4, perLoad: 60 },
};

/**
 * A graphics card of the middle: 20 cores of 4 units with 32 lanes each at 1.5 GHz and 300 GB/s.
 * Not measured; only ratios matter for a choice.
 */
const hardware: Profile = {
  name: "hardware",
  lanes: 32,
  units: 80,
  nsPerOperation: 0.67,
  hiding: 6,
  costs: {
    arithmetic: 1,
    special: 4,
    integer: 1,
    handed: 2,
    loadWords: 4,
    storeWords: 4,
    tileWords: 2,
    arrayWords: 2,
    barriers: 30,
  },
  registers: 128,
  spill: 2,
  crowded: { loads: Infinity, times: 1 },
  bytesPerNs: 1200,
  dispatchNs: 5000,
  workgroupNs: 0,
  compile: { base: 20, perInstruction: 0.1, perLoad: 0.5 },
};

/** The class of the adapters that a machine stands for: only CPUs have subgroups so small. */
export function profileOf(machine: Machine): Profile {
  if (machine.profile === "hardware") return hardware;
  if (machine.profile === "software") return software;
  return machine.hands === "subgroup" && machine.team <= software.lanes ? software : hardware;
}
