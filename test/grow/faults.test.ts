import { readFileSync, readdirSync } from "node:fs";
import { mkdir, truncate, writeFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { tensor } from "../../runtime/weights/tensor.js";
import { fileWithText } from "../runtime/support/safetensors-file.js";
import { digests, scratch, writeSharded, writeSingle, type Tensors } from "./support/folder.js";
import { refusal } from "./support/refusal.js";
import { sample, writeSample } from "./support/sample.js";

const INDEX = "model.safetensors.index.json";
const SINGLE = "model.safetensors";

/** A fault ends with its code and words, changes nothing of the source and leaves nothing behind. */
async function expectFault(folder: string, words: string | RegExp): Promise<void> {
  const before = digests(join(folder, "source"));
  await expect(refusal(writeSample(folder))).resolves.toMatch(words);
  expect(digests(join(folder, "source"))).toEqual(before);
  expect(readdirSync(folder)).toEqual(["source"]);
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
      /^GDA8211 `.*source` does not fit the spec:\n {2}`norm` \[4\] is missing \(there is `norms`\)\n {2}`norms` has no place in the model\n/,
    );
  });

  test("a tensor has another shape", async () => {
    const folder = await withTensors((all) => ({
      ...all,
      norm: tensor([2, 2], new Float32Array(4)),
    }));
    await expectFault(folder, /`norm` is \[2, 2\], and should be \[4\]/);
  });

  test("a tensor is stored as int8", async () => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    const header = { ...headerOf(), norm: { dtype: "I8", shape: [4], data_offsets: [0, 4] } };
    await writeFile(
      join(folder, "source", SINGLE),
      fileWithText(JSON.stringify(shifted(header)), 100),
    );
    await expectFault(folder, /`norm` is stored as I8, and weights are F64, F32, F16 or BF16/);
  });

  test("a weight is NaN", async () => {
    const folder = await withTensors((all) => ({
      ...all,
      down: tensor([4, 6], new Uint16Array(24).fill(0x7fc0, 20, 21), "BF16"),
    }));
    await expectFault(folder, /^GDA8212 `down` holds NaN at \[3, 2\]\./);
  });

  test("the file is cut short", async () => {
    const folder = await withTensors((all) => all);
    await truncate(join(folder, "source", SINGLE), 300);
    await expectFault(folder, "GDA7301");
  });

  test("the header's length is larger than the file", async () => {
    const folder = await withTensors((all) => all);
    const bytes = readFileSync(join(folder, "source", SINGLE));
    bytes.writeBigUInt64LE(2n ** 60n);
    await writeFile(join(folder, "source", SINGLE), bytes);
    await expectFault(folder, /its header should have 1152921504606846976 bytes/);
  });

  test.each([
    ["data overlap", `"b": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}`, /overlap/],
    ["a name stands twice", `"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}`, /twice/],
  ])("%s", async (_, second, message) => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    const header = `{"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, ${second}}`;
    await writeFile(join(folder, "source", SINGLE), fileWithText(header, 8));
    await expectFault(folder, message);
  });

  test("the file is not there", async () => {
    const folder = scratch();
    await mkdir(join(folder, "source"));
    await expectFault(folder, "GDA7309");
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
    await expectFault(folder, "GDA7301");
  });

  test("the index names a file that is not there", async () => {
    await rm(join(folder, "source/part-1.safetensors"));
    await expectFault(folder, "GDA7303");
  });

  test("the index names a tensor that is not in its file", async () => {
    await withIndex(JSON.stringify({ weight_map: { ...map, other: "part-1.safetensors" } }));
    await expectFault(folder, "GDA7302");
  });

  test("the index leaves a tensor out", async () => {
    const { norm: _, ...rest } = map;
    await withIndex(JSON.stringify({ weight_map: rest }));
    await expectFault(folder, "GDA8220");
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
    await expectFault(folder, "GDA7302");
  });
});
