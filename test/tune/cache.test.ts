import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { machineOf, shortName, type TunedAdapter } from "../../compiler/tune/adapter.js";
import { keepTuned, readTuned } from "../../compiler/tune/cache.js";
import type { TunedEntry } from "../../compiler/tune/entry.js";
import { version } from "../../compiler/version.js";

const adapter: TunedAdapter = {
  vendor: "mesa",
  architecture: "software",
  device: "llvmpipe-llvm",
  description: "llvmpipe: Mesa 25",
  features: ["subgroups"],
  subgroupSize: 8,
  cpu: true,
};

const schedule = { kind: "decode", team: 8, chunk: 64 } as const;

const entry: TunedEntry = {
  schema: 1,
  compiler: version,
  adapter,
  key: "decode: 2 × (2 + 1) heads",
  lengths: { prefill: 128, cached: 1024 },
  schedule,
  outcomes: [
    { schedule: { ...schedule, chunk: 128 }, predictedMs: 1, dropped: "no result in 8 s" },
    { schedule, predictedMs: 2, firstMs: 100, ms: 1.5 },
  ],
  at: "2026-11-30T12:00:00.000Z",
};

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gda-tuned-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

test("what is kept is read again, and the next result of an operation takes its place", async () => {
  await keepTuned(entry, folder);
  expect(await readTuned(folder)).toEqual({ entries: [entry], damaged: [] });
  const later = { ...entry, at: "2026-12-01T12:00:00.000Z" };
  await keepTuned(later, folder);
  await keepTuned({ ...entry, key: "another" }, folder);
  expect((await readTuned(folder)).entries).toEqual([{ ...entry, key: "another" }, later]);
  expect(await readdir(folder)).toHaveLength(2);
});

test("a folder that is not there is an empty one", async () => {
  expect(await readTuned(join(folder, "none"))).toEqual({ entries: [], damaged: [] });
});

test("results of another compiler rest", async () => {
  await keepTuned({ ...entry, compiler: "0.0.0-other" }, folder);
  expect(await readTuned(folder)).toEqual({ entries: [], damaged: [] });
});

test.each([
  ["cut short", JSON.stringify(entry).slice(0, 90), "JSON"],
  ["empty", "", "JSON"],
  ["of another schema", JSON.stringify({ ...entry, schema: 2 }), "`schema`"],
  ["no object", "[1]", "is not an object"],
  ["without a schedule", JSON.stringify({ ...entry, schedule: undefined }), "`schedule`"],
  [
    "with half a schedule",
    JSON.stringify({ ...entry, schedule: { kind: "decode", team: 8 } }),
    "`schedule.chunk`",
  ],
])("a file that is %s is told of and left alone", async (_, text, problem) => {
  await keepTuned(entry, folder);
  await writeFile(join(folder, "damaged.json"), text);
  const { entries, damaged } = await readTuned(folder);
  expect(entries).toEqual([entry]);
  expect(damaged.map(({ file }) => file)).toEqual([join(folder, "damaged.json")]);
  expect(damaged[0]?.problem).toContain(problem);
  expect(await readdir(folder)).toContain("damaged.json");
});

test("an adapter has a machine and a short name", () => {
  expect(machineOf(adapter)).toEqual({ hands: "subgroup", team: 8, profile: "software" });
  expect(shortName(adapter)).toBe("llvmpipe");
  const { subgroupSize: _, ...varying } = adapter;
  const card = { ...varying, cpu: false, vendor: "nvidia", architecture: "ampere" };
  expect(machineOf(card)).toEqual({ hands: "workgroup", team: 32, profile: "hardware" });
  expect(shortName(card)).toBe("ampere");
});
