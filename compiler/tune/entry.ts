import {
  fields,
  finite,
  list,
  oneOf,
  optional,
  positive,
  text,
  wrong,
  type Check,
} from "../../runtime/package/check.js";
import { version } from "../version.js";
import type { Lengths } from "../kernels/schedule/lengths.js";
import type { Schedule } from "../kernels/schedule/schedule.js";
import type { TunedAdapter } from "./adapter.js";
import type { Outcome, Raced } from "./race.js";

/** What came of tuning one operation on one adapter. */
export interface TunedEntry {
  readonly schema: 1;
  readonly compiler: string;
  readonly adapter: TunedAdapter;
  /** Of the operation. */
  readonly key: string;
  readonly lengths: Lengths;
  readonly schedule: Schedule;
  /** Everything that was tried: the pick, then the others as they were foretold to be fast. */
  readonly outcomes: readonly Outcome[];
  /** When, as an ISO date. */
  readonly at: string;
}

export function entryOf(
  adapter: TunedAdapter,
  { trial, outcomes }: Raced,
  { schedule }: Outcome,
): TunedEntry {
  const { key, lengths } = trial;
  const at = new Date().toISOString();
  return { schema: 1, compiler: version, adapter, key, lengths, schedule, outcomes, at };
}

const bool: Check<boolean> = (value, at) => {
  if (typeof value !== "boolean") throw wrong(at, "is neither true nor false");
};

const yes: Check<true> = (value, at) => {
  if (value !== true) throw wrong(at, "is not true");
};

const schedules: { readonly [K in Schedule["kind"]]: Check<Schedule & { readonly kind: K }> } = {
  prefill: fields({
    kind: oneOf("prefill"),
    lanes: oneOf("columns", "rows"),
    team: positive,
    rows: positive,
    keys: positive,
    held: positive,
    apart: optional(yes),
    unroll: positive,
    slice: positive,
  }),
  decode: fields({ kind: oneOf("decode"), team: positive, chunk: positive }),
  project: fields({
    kind: oneOf("project"),
    team: positive,
    rows: positive,
    columns: positive,
    quads: positive,
  }),
};

const anySchedule: Check<{ readonly kind: Schedule["kind"] }> = fields({
  kind: oneOf("prefill", "decode", "project"),
});

const schedule: Check<Schedule> = (value, at) => {
  anySchedule(value, at);
  const check: Check<Schedule> = schedules[value.kind];
  check(value, at);
};

const check: Check<TunedEntry> = fields<TunedEntry>({
  schema: oneOf(1),
  compiler: text,
  adapter: fields<TunedAdapter>({
    vendor: text,
    architecture: text,
    device: text,
    description: text,
    features: list(text),
    subgroupSize: optional(positive),
    cpu: bool,
  }),
  key: text,
  lengths: fields<Lengths>({ prefill: positive, cached: positive }),
  schedule,
  outcomes: list(
    fields<Outcome>({
      schedule,
      predictedMs: finite,
      firstMs: optional(finite),
      ms: optional(finite),
      dropped: optional(text),
    }),
  ),
  at: text,
});

/** Throws an error that says which field is wrong. */
export function checkEntry(value: unknown): asserts value is TunedEntry {
  check(value, "");
}
