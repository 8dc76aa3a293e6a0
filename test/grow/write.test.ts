import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCheckpoint } from "../../compiler/checkpoint/source.js";
import { writeCheckpoint, type WriteProgress } from "../../compiler/checkpoint/write.js";
import { weightsAt } from "../../compiler/cli/weights.js";
import { safetensors } from "../../runtime/index.js";
import { JsonObject } from "../support/json.js";
import { digests, scratch, writeSharded, writeSingle } from "./support/folder.js";
import { appliedBytes } from "./support/numbers.js";
import { sample, sampleTable, writeSample } from "./support/sample.js";

const { up, norm, down } = sample;
const INDEX = "model.safetensors.index.json";

async function single(): Promise<string> {
  const folder = scratch();
  await writeSingle(join(folder, "source"), sample);
  return folder;
}

async function sharded(): Promise<string> {
  const folder = scratch();
  if (!up || !norm || !down) throw new Error("the sample has three tensors");
  await writeSharded(join(folder, "source"), [{ up, norm }, { down }]);
  return folder;
}

describe("what is written", () => {
  test.each([
    ["a checkpoint of one file", single],
    ["a sharded checkpoint", sharded],
  ])("%s has all tensors of the table, in the source's dtypes", async (_, make) => {
    const folder = await make();
    await writeSample(folder);
    const source = await weightsAt(join(folder, "source"));
    const out = await weightsAt(join(folder, "out"));
    expect([...out.tensors.keys()].toSorted()).toEqual(
      sampleTable.map(({ target }) => target.name).toSorted(),
    );
    for (const rewrite of sampleTable) {
      const { name, shape } = rewrite.target;
      const dtype = name === "grown.norm" ? "F32" : "BF16";
      expect(out.tensors.get(name)).toMatchObject({ shape, dtype });
      const size = shape.reduce((product, each) => product * each, 1);
      const bytes = await out.read(name, 0, size);
      expect(Buffer.from(bytes).equals(await appliedBytes(rewrite, source, dtype))).toBe(true);
    }
  });

  test("one file stays one, with its metadata and nothing else", async () => {
    const folder = await single();
    expect(await writeSample(folder)).toEqual({
      files: ["model.safetensors"],
      bytes: readFileSync(join(folder, "out/model.safetensors")).byteLength,
      tensors: 4,
      leftOut: [],
    });
    expect(readdirSync(join(folder, "out"))).toEqual(["model.safetensors"]);
    const { metadata } = await safetensors(readFileSync(join(folder, "out/model.safetensors")));
    expect([...metadata]).toEqual([["format", "pt"]]);
    expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
  });

  test("shards are as large as the source's, and the index has the sizes", async () => {
    const folder = await sharded();
    // The larger file of the source has 64 bytes, and two tensors here are larger.
    const { files } = await writeSample(folder);
    const out = join(folder, "out");
    expect(files).toEqual([1, 2, 3, 4].map((n) => `model-0000${n}-of-00004.safetensors`));
    const index = JsonObject.parse(readFileSync(join(out, INDEX), "utf8"));
    const metadata = index.maybeObject("metadata");
    expect(metadata?.number("total_size")).toBe(2 * 96 + 4 * 8 + 2 * 96 + 2 * 5);
    expect(metadata?.number("total_parameters")).toBe(96 + 8 + 96 + 5);
    expect(index.maybeObject("weight_map")?.text("grown.zero")).toBe(files[3]);
    for (const file of files) {
      const { metadata: texts, tensors } = await safetensors(readFileSync(join(out, file)));
      expect([...texts]).toEqual([["format", "pt"]]);
      for (const { start, dtype } of tensors.values())
        expect(start % (dtype === "F32" ? 4 : 2)).toBe(0);
    }
  });

  test("--shard-size cuts one file too; a larger tensor has a file of its own", async () => {
    const folder = await single();
    const { files } = await writeSample(folder, { shardBytes: 50 });
    expect(files).toHaveLength(4);
    expect(existsSync(join(folder, "out", INDEX))).toBe(true);
  });

  test("texts lie beside it, and progress ends at the whole", async () => {
    const folder = await single();
    const seen: WriteProgress[] = [];
    const texts = new Map([["model.gda", "model Grown {}\n"]]);
    await writeSample(folder, { texts, onProgress: (progress) => seen.push(progress) });
    expect(readFileSync(join(folder, "out/model.gda"), "utf8")).toBe("model Grown {}\n");
    expect(seen.at(-1)).toEqual({ file: "model.safetensors", done: 426, total: 426 });
  });

  test("the same source gives the same bytes", async () => {
    const [first, second] = [await sharded(), await sharded()];
    await writeSample(first);
    await writeSample(second);
    expect(digests(join(first, "out"))).toEqual(digests(join(second, "out")));
  });

  test("RoPE's frequencies, which old checkpoints hold, are left out, and said to be", async () => {
    const folder = scratch();
    const buffer = "model.layers.0.self_attn.rotary_emb.inv_freq";
    await writeSingle(join(folder, "source"), { ...sample, [buffer]: norm ?? fail() });
    expect(await writeSample(folder)).toMatchObject({ leftOut: [buffer] });
  });
});

function fail(): never {
  throw new Error("the sample has a norm");
}

describe("where it goes", () => {
  test("an empty folder is taken", async () => {
    const folder = await single();
    await mkdir(join(folder, "out"));
    await writeSample(folder);
    expect(readdirSync(join(folder, "out"))).toEqual(["model.safetensors"]);
  });

  test("folders on the way are made", async () => {
    const folder = await single();
    await writeSample(folder, {}, join(folder, "a/b/out"));
    expect(readdirSync(join(folder, "a/b/out"))).toEqual(["model.safetensors"]);
  });

  test("a checkpoint that is there is replaced only by force, and as a whole", async () => {
    const folder = await single();
    await writeSample(folder, { shardBytes: 50 });
    const before = digests(join(folder, "out"));
    await expect(writeSample(folder)).rejects.toMatchObject({ code: "GDA8214" });
    expect(digests(join(folder, "out"))).toEqual(before);
    await writeSample(folder, { force: true });
    expect(readdirSync(join(folder, "out"))).toEqual(["model.safetensors"]);
    expect(readdirSync(folder).toSorted()).toEqual(["out", "source"]);
  });

  test("a folder with anything else in it is not replaced", async () => {
    const folder = await single();
    await writeSample(folder);
    await writeFile(join(folder, "out/notes.txt"), "mine");
    const message = "holds `notes.txt`";
    await expect(writeSample(folder, { force: true })).rejects.toThrow(message);
    expect(readFileSync(join(folder, "out/notes.txt"), "utf8")).toBe("mine");
  });

  test("a file in the way stays", async () => {
    const folder = await single();
    await writeFile(join(folder, "out"), "mine");
    await expect(writeSample(folder, { force: true })).rejects.toMatchObject({ code: "GDA8219" });
    expect(readFileSync(join(folder, "out"), "utf8")).toBe("mine");
  });

  test.each(["source", "source/grown", "."])("%s overlaps the source", async (out) => {
    const folder = await single();
    const before = digests(join(folder, "source"));
    const writing = writeSample(folder, { force: true }, join(folder, out));
    await expect(writing).rejects.toMatchObject({ code: "GDA8216" });
    expect(digests(join(folder, "source"))).toEqual(before);
  });

  test("a link to the source overlaps it too", async () => {
    const folder = await single();
    await symlink(join(folder, "source"), join(folder, "out"));
    await expect(writeSample(folder, { force: true })).rejects.toMatchObject({ code: "GDA8216" });
  });

  test("beside a single file is no overlap", async () => {
    const folder = await single();
    const source = await openCheckpoint(join(folder, "source/model.safetensors"));
    await writeCheckpoint(sampleTable, source, join(folder, "source/grown"));
    await source.close();
    expect(readdirSync(join(folder, "source/grown"))).toEqual(["model.safetensors"]);
  });
});
