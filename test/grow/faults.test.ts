import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdir, truncate, writeFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openCheckpoint } from "../../compiler/checkpoint/source.js";
import { writeCheckpoint, type WriteOptions } from "../../compiler/checkpoint/write.js";
import { GdaError } from "../../runtime/error.js";
import { tensor } from "../../runtime/weights/tensor.js";
import { fileWithText } from "../runtime/support/safetensors-file.js";
import { digests, scratch, writeSharded, writeSingle, type Tensors } from "./support/folder.js";
import { sample, sampleTable } from "./support/sample.js";

const INDEX = "model.safetensors.index.json";
const SINGLE = "model.safetensors";

async function attempt(folder: string, file: string, options?: WriteOptions): Promise<void> {
  const source = await openCheckpoint(join(folder, "source", file), join(folder, "source"));
  try {
    await writeCheckpoint(sampleTable, source, join(folder, "out"), options);
  } finally {
    await source.close();
  }
}

/** A fault ends with its code and words, changes nothing of the source and leaves nothing behind. */
async function expectFault(folder: string, file: string, words: string | RegExp): Promise<void> {
  const before = digests(join(folder, "source"));
  await expect(refusal(attempt(folder, file))).resolves.toMatch(words);
  expect(digests(join(folder, "source"))).toEqual(before);
  expect(readdirSync(folder)).toEqual(["source"]);
}

/** "GDA7301 message", as which work fails. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GdaError) return `${error.code} ${error.message}`;
    throw error;
  }
  return "";
}

describe("a source of one file", () => {
  async function withTensors(change: (tensors: Tensors) => Tensors): Promise<string> {
    const folder = scratch();
    await writeSingle(join(folder, "source"), change(sample));
    return folder;
  }

  test("a tensor is missing, and another one is too much", async () => {
    const folder = await withTensors(({ up, down, norm }) => ({
      ...(up && { up }),
      ...(norm && { norms: norm }),
      ...(down && { down }),
    }));
    await expectFault(
      folder,
      SINGLE,
      /^GDA8211 `.*source` does not fit the spec:\n {2}`norm` \[4\] is missing \(there is `norms`\)\n {2}`norms` has no place in the model\n/,
    );
  });

  test("a tensor has another shape", async () => {
    const folder = await withTensors((all) => ({
      ...all,
      norm: tensor([2, 2], new Float32Array(4)),
    }));
    await expectFault(folder, SINGLE, /`norm` is \[2, 2\], and should be \[4\]/);
  });

  test("a tensor is stored as int8", async () => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    const header = { ...headerOf(), norm: { dtype: "I8", shape: [4], data_offsets: [0, 4] } };
    await writeFile(
      join(folder, "source", SINGLE),
      fileWithText(JSON.stringify(shifted(header)), 100),
    );
    await expectFault(
      folder,
      SINGLE,
      /`norm` is stored as I8, and weights are F64, F32, F16 or BF16/,
    );
  });

  test("a weight is NaN", async () => {
    const folder = await withTensors((all) => ({
      ...all,
      down: tensor([4, 6], new Uint16Array(24).fill(0x7fc0, 20, 21), "BF16"),
    }));
    await expectFault(folder, SINGLE, /^GDA8212 `down` holds NaN at \[3, 2\]\./);
  });

  test("the file is cut short", async () => {
    const folder = await withTensors((all) => all);
    await truncate(join(folder, "source", SINGLE), 300);
    await expectFault(folder, SINGLE, "GDA7301");
  });

  test("the header's length is larger than the file", async () => {
    const folder = await withTensors((all) => all);
    const bytes = readFileSync(join(folder, "source", SINGLE));
    bytes.writeBigUInt64LE(2n ** 60n);
    await writeFile(join(folder, "source", SINGLE), bytes);
    await expectFault(folder, SINGLE, /its header should have 1152921504606846976 bytes/);
  });

  test.each([
    ["data overlap", `"b": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}`, /overlap/],
    ["a name stands twice", `"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}`, /twice/],
  ])("%s", async (_, second, message) => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    const header = `{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, ${second}}`;
    await writeFile(join(folder, "source", SINGLE), fileWithText(header, 8));
    await expectFault(folder, SINGLE, message);
  });

  test("the file is not there", async () => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    await expectFault(folder, SINGLE, "GDA7309");
  });
});

/** The header of the sample, for others to change. */
function headerOf(): Record<string, { dtype: string; shape: number[]; data_offsets: number[] }> {
  return {
    norm: { dtype: "F32", shape: [4], data_offsets: [0, 16] },
    up: { dtype: "BF16", shape: [6, 4], data_offsets: [0, 48] },
    down: { dtype: "BF16", shape: [4, 6], data_offsets: [0, 48] },
  };
}

/** The header with the data of its tensors one after the other. */
function shifted(header: ReturnType<typeof headerOf>): ReturnType<typeof headerOf> {
  let end = 0;
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          data_offsets: [from = 0, to = 0],
          ...rest
        },
      ]) => {
        const start = end;
        end += to - from;
        return [name, { ...rest, data_offsets: [start, end] }];
      },
    ),
  );
}

describe("a sharded source", () => {
  let folder = "";
  beforeEach(async () => {
    folder = scratch();
    const { up, norm, down } = sample;
    if (up && norm && down) await writeSharded(join(folder, "source"), [{ up, norm }, { down }]);
  });

  async function withIndex(text: string): Promise<void> {
    await writeFile(join(folder, "source", INDEX), text);
  }

  const map = { up: "part-0.safetensors", norm: "part-0.safetensors", down: "part-1.safetensors" };

  test("a shard is cut short", async () => {
    await truncate(join(folder, "source/part-1.safetensors"), 100);
    await expectFault(folder, INDEX, "GDA7301");
  });

  test("the index names a file that is not there", async () => {
    await rm(join(folder, "source/part-1.safetensors"));
    await expectFault(folder, INDEX, "GDA7303");
  });

  test("the index names a tensor that is not in its file", async () => {
    await withIndex(JSON.stringify({ weight_map: { ...map, other: "part-1.safetensors" } }));
    await expectFault(folder, INDEX, "GDA7302");
  });

  test("the index leaves a tensor out", async () => {
    const { norm: _, ...rest } = map;
    await withIndex(JSON.stringify({ weight_map: rest }));
    await expectFault(folder, INDEX, "GDA8220");
  });

  test.each([
    ["is no JSON", "{"],
    [
      "has a name twice",
      `{"weight_map": {"up": "part-0.safetensors", "up": "part-0.safetensors"}}`,
    ],
    ["leads out of the folder", `{"weight_map": {"up": "../part-0.safetensors"}}`],
  ])("the index %s", async (_, text) => {
    await withIndex(text);
    await expectFault(folder, INDEX, "GDA7302");
  });
});

describe("the target", () => {
  let folder = "";
  beforeEach(async () => {
    folder = scratch();
    await writeSingle(join(folder, "source"), sample);
  });

  /** A file system in memory of so many bytes; undefined where none can be mounted. */
  function smallDisk(bytes: number): string | undefined {
    const mounted = join(folder, "out");
    execFileSync("mkdir", [mounted]);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", mounted], {
        stdio: "ignore",
      });
    } catch {
      return undefined;
    }
    onTestFinished(() => void execFileSync("umount", [mounted]));
    return mounted;
  }

  test("too little space is seen before anything is written", async ({ skip }) => {
    const disk = smallDisk(4096) ?? skip("no file system can be mounted here");
    await writeFile(join(disk, "full"), "x");
    const source = await openCheckpoint(join(folder, "source", SINGLE));
    const writing = writeCheckpoint(sampleTable, source, join(disk, "grown"));
    await expect(writing).rejects.toThrow(/takes \d+ B, and its disk has 0 B left/);
    await source.close();
    expect(readdirSync(disk)).toEqual(["full"]);
  });

  test("a disk that fills up while it is written leaves nothing behind", async ({ skip }) => {
    const disk = smallDisk(2 ** 16) ?? skip("no file system can be mounted here");
    const source = await openCheckpoint(join(folder, "source", SINGLE));
    const texts = new Map([["model.gda", "x".repeat(2 ** 17)]]);
    const writing = writeCheckpoint(sampleTable, source, join(disk, "grown"), { texts });
    await expect(refusal(writing)).resolves.toMatch(/^GDA8219 .*ENOSPC/);
    await source.close();
    expect(readdirSync(disk)).toEqual([]);
  });

  test("an old checkpoint survives a run that fails", async () => {
    await attempt(folder, SINGLE);
    const before = digests(join(folder, "out"));
    const onProgress = (): void => {
      throw new Error("stopped");
    };
    await expect(attempt(folder, SINGLE, { force: true, onProgress })).rejects.toThrow("stopped");
    expect(digests(join(folder, "out"))).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
  });

  test("an aborted run leaves nothing behind", async () => {
    const abort = new AbortController();
    const options = { signal: abort.signal, onProgress: () => abort.abort() };
    await expect(attempt(folder, SINGLE, options)).rejects.toThrow(/abort/);
    expect(readdirSync(folder)).toEqual(["source"]);
  });

  const host = hostname().replaceAll(/\W/g, "_");
  /** No process has a number beyond the limit of Linux. */
  const DEAD = 2 ** 22 + 1;

  test("what a killed run left is removed, and what it was replacing comes back", async () => {
    await attempt(folder, SINGLE);
    const before = digests(join(folder, "out"));
    await mkdir(join(folder, `out.draft-${host}-${DEAD}`));
    await writeFile(join(folder, `out.draft-${host}-${DEAD}/model.safetensors`), "half");
    execFileSync("mv", [join(folder, "out"), join(folder, `out.replaced-${host}-${DEAD}`)]);
    await expect(attempt(folder, SINGLE)).rejects.toMatchObject({ code: "GDA8214" });
    expect(digests(join(folder, "out"))).toEqual(before);
    expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
  });

  test("what was replaced already goes", async () => {
    await attempt(folder, SINGLE);
    await mkdir(join(folder, `out.replaced-${host}-${DEAD}`));
    await attempt(folder, SINGLE, { force: true });
    expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
  });

  test.each([
    ["a run that goes on", host, process.pid],
    ["a run of another machine", "elsewhere", DEAD],
  ])("%s is left alone", async (_, machine, pid) => {
    const draft = `out.draft-${machine}-${pid}`;
    await mkdir(join(folder, draft));
    await expect(attempt(folder, SINGLE)).rejects.toMatchObject({ code: "GDA8218" });
    expect(readdirSync(folder).toSorted()).toEqual([draft, "source"]);
  });

  test("other names beside it are nobody's drafts", async () => {
    await mkdir(join(folder, "out.draft-old"));
    await writeFile(join(folder, "outer"), "");
    await attempt(folder, SINGLE);
    expect(readdirSync(folder).toSorted()).toEqual(["out", "out.draft-old", "outer", "source"]);
  });
});
