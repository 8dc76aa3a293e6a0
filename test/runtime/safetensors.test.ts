import { openAsBlob } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readElements } from "../../runtime/weights/fill.js";
import type { Reader } from "../../runtime/weights/reader.js";
import { safetensors } from "../../runtime/weights/safetensors.js";
import { tensor, type Tensor } from "../../runtime/weights/tensor.js";
import { safetensorsHeader, writeSafetensors } from "../../runtime/weights/write.js";
import { rejection } from "./support/message.js";
import { fileWith, fileWithText } from "./support/safetensors-file.js";

const f32 = (shape: readonly number[], start: number, end: number): unknown => ({
  dtype: "F32",
  shape,
  data_offsets: [start, end],
});

describe("refuses", () => {
  test.each<[string, Uint8Array]>([
    ["an empty file", new Uint8Array(0)],
    ["half a length", new Uint8Array(7)],
    ["a header longer than the file", fileWith({}, 0).fill(255, 0, 1)],
    ["a huge header", fileWith({}, 0).fill(255, 0, 8)],
    ["what is no UTF-8", fileWith("x", 0).fill(255, 9, 10)],
    ["what is no JSON", fileWithText("{", 0)],
    ["a list", fileWith([], 0)],
    ["null", fileWith(null, 0)],
    ["a tensor that is a number", fileWith({ a: 1 }, 0)],
    ["an unknown dtype", fileWith({ a: { dtype: "F33", shape: [], data_offsets: [0, 4] } }, 4)],
    ["a dtype that objects have", fileWith({ a: { dtype: "toString", shape: [] } }, 4)],
    ["no shape", fileWith({ a: { dtype: "F32", data_offsets: [0, 4] } }, 4)],
    ["a negative axis", fileWith({ a: f32([-1], 0, 4) }, 4)],
    ["half an axis", fileWith({ a: f32([0.5], 0, 2) }, 2)],
    ["more elements than can be counted", fileWith({ a: f32([2 ** 40, 2 ** 40], 0, 4) }, 4)],
    ["no offsets", fileWith({ a: { dtype: "F32", shape: [1] } }, 4)],
    ["three offsets", fileWith({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4, 4] } }, 4)],
    ["falling offsets", fileWith({ a: f32([1], 4, 0) }, 4)],
    ["fewer bytes than the shape takes", fileWith({ a: f32([2], 0, 4) }, 4)],
    ["data beyond the end", fileWith({ a: f32([2], 0, 8) }, 4)],
    ["overlapping data", fileWith({ a: f32([2], 0, 8), b: f32([2], 4, 12) }, 12)],
    ["a hole", fileWith({ a: f32([1], 0, 4), b: f32([1], 8, 12) }, 12)],
    ["bytes after the last tensor", fileWith({ a: f32([1], 0, 4) }, 8)],
    ["a name twice", fileWithText(`{"a":${JSON.stringify(f32([1], 0, 4))},"\\u0061":{}}`, 4)],
    ["a field twice", fileWithText(`{"a":{"dtype":"F32","dtype":"F32"}}`, 4)],
    ["metadata that are no texts", fileWith({ __metadata__: { a: 1 } }, 0)],
    ["metadata that are no object", fileWith({ __metadata__: [] }, 0)],
  ])("%s", async (_, file) => {
    const opened = safetensors(file, "w.safetensors");
    await expect(opened).rejects.toMatchObject({ code: "GDA7301" });
    expect(await rejection(opened)).toMatchSnapshot();
  });
});

test("tensors may stand in any order, be empty or have no axis", async () => {
  const header = { b: f32([1], 4, 8), empty: f32([0, 3], 4, 4), a: f32([], 0, 4) };
  const file = await safetensors(fileWith({ __metadata__: { by: "me" }, ...header }, 8));
  expect([...file.tensors.keys()]).toEqual(["b", "empty", "a"]);
  expect(file.metadata.get("by")).toBe("me");
  expect(await file.read("empty", 0, 0)).toHaveLength(0);
});

test("names that objects have are plain names", async () => {
  const text = `{"__proto__":${JSON.stringify(f32([1], 0, 4))},"constructor":${JSON.stringify(f32([1], 4, 8))}}`;
  const file = await safetensors(fileWithText(text, 8));
  expect([...file.tensors.keys()]).toEqual(["__proto__", "constructor"]);
});

test("only what is asked for is read", async () => {
  const bytes = writeSafetensors({ a: tensor([4, 2], new Float32Array(8).fill(1)) });
  const ranges: (readonly [number, number])[] = [];
  const reader: Reader = {
    name: "slow",
    size: bytes.byteLength,
    read: (start, end) => {
      ranges.push([start, end]);
      return Promise.resolve(bytes.subarray(start, end));
    },
  };
  const file = await safetensors(reader);
  const start = bytes.byteLength - 32;
  expect(await file.read("a", 2, 3)).toEqual(bytes.subarray(start + 8, start + 20));
  expect(ranges).toEqual([
    [0, 8],
    [8, start],
    [start + 8, start + 20],
  ]);
  await expect(file.read("a", 7, 2)).rejects.toThrow(RangeError);
  await expect(file.read("b", 0, 1)).rejects.toThrow(RangeError);
});

test("a reader that fails or gives too little is named", async () => {
  const failing = (read: Reader["read"]): Promise<unknown> =>
    safetensors({ name: "net", size: 100, read });
  const short = failing(() => Promise.resolve(new Uint8Array(3)));
  await expect(short).rejects.toMatchObject({ code: "GDA7309" });
  const broken = failing(() => Promise.reject(new Error("connection reset")));
  await expect(broken).rejects.toThrow("Cannot read `net`: connection reset.");
});

test("a file on disk is opened as it is", async () => {
  const file = await safetensors(await openAsBlob("test/golden/gda_layer0.safetensors"));
  expect(file.tensors.get("q_proj")).toMatchObject({ dtype: "F32", shape: [160, 64] });
  expect(JSON.parse(file.metadata.get("config") ?? "")).toMatchObject({ hidden: 64 });
});

describe("writing", () => {
  const tensors = new Map<string, Tensor>([
    ["half", tensor([3], Uint16Array.of(1, 2, 3), "BF16")],
    ["double", tensor([2], Float64Array.of(0.1, 0.2))],
    ["single", tensor([1, 2], Float32Array.of(1, 2))],
  ]);

  test("what is written is read", async () => {
    const bytes = writeSafetensors(tensors, { format: "pt" });
    const file = await safetensors(bytes);
    expect(file.metadata.get("format")).toBe("pt");
    for (const [name, { data, shape, dtype }] of tensors) {
      expect(file.tensors.get(name)).toMatchObject({ shape, dtype });
      const read = await file.read(
        name,
        0,
        shape.reduce((a, b) => a * b),
      );
      expect([...read]).toEqual([...new Uint8Array(data.buffer)]);
    }
  });

  test("every tensor is aligned to its elements", async () => {
    const file = await safetensors(writeSafetensors(tensors));
    const sizes = { F64: 8, F32: 4, BF16: 2 };
    for (const { dtype, start } of file.tensors.values()) {
      const size = Object.entries(sizes).find(([name]) => name === dtype)?.[1] ?? 0;
      expect(start % size).toBe(0);
    }
  });

  test("a header can be written for data that follow", () => {
    const { bytes, order } = safetensorsHeader(tensors);
    expect(order).toEqual(["double", "single", "half"]);
    expect(bytes.byteLength % 8).toBe(0);
    expect(writeSafetensors(tensors).subarray(0, bytes.byteLength)).toEqual(bytes);
  });

  test("a tensor whose data do not fit is refused", () => {
    const wrong = { a: { shape: [2], dtype: "F32", data: new Uint8Array(4) } } as const;
    expect(() => writeSafetensors(wrong)).toThrow(expect.objectContaining({ code: "GDA7308" }));
    expect(() => tensor([3], new Float32Array(2))).toThrow("takes 12 bytes, and there are 8");
  });
});

test("elements of a weight come from the rows of several tensors, in every cut", async () => {
  const values = (from: number, count: number): Float32Array =>
    Float32Array.from({ length: count }, (_, i) => from + i);
  const file = await safetensors(
    writeSafetensors({ a: tensor([4, 3], values(0, 12)), b: tensor([5], values(100, 5)) }),
  );
  const source = {
    shapes: { a: [4, 3], b: [5] },
    ranges: [
      { tensor: "a", firstRow: 2, rows: 2 },
      { tensor: "b", firstRow: 1, rows: 3 },
      { tensor: "a", firstRow: 0, rows: 1 },
    ],
  };
  const all = [6, 7, 8, 9, 10, 11, 101, 102, 103, 0, 1, 2];
  const spans = fc
    .tuple(fc.nat(all.length), fc.nat(all.length))
    .map(([a, b]) => ({ first: Math.min(a, b), count: Math.abs(a - b) }));
  await fc.assert(
    fc.asyncProperty(spans, async (span) => {
      const bytes: number[] = [];
      await readElements(file, source, "f32", span, (offset, block) => {
        expect(offset).toBe(bytes.length);
        bytes.push(...block);
      });
      const read = [...new Float32Array(Uint8Array.from(bytes).buffer)];
      expect(read).toEqual(all.slice(span.first, span.first + span.count));
    }),
  );
});

test("a weight without a tensor is filled with its value", async () => {
  const nothing = { tensors: new Map(), read: () => Promise.reject(new Error("not read")) };
  const source = { shapes: {}, ranges: [], fill: 0.25 };
  const seen: Uint8Array[] = [];
  await readElements(nothing, source, "bf16", { first: 0, count: 3 }, (_, block) => {
    seen.push(block.slice());
  });
  expect(seen).toHaveLength(1);
  expect([...new Uint16Array(seen[0]?.buffer ?? new ArrayBuffer(0))].slice(0, 3)).toEqual([
    0x3e80, 0x3e80, 0x3e80,
  ]);
});

test("a large weight comes in blocks", async () => {
  const count = 2 * 2 ** 20 + 3;
  const source = { shapes: {}, ranges: [], fill: 1 };
  const nothing = { tensors: new Map(), read: () => Promise.reject(new Error("not read")) };
  const offsets: number[] = [];
  await readElements(nothing, source, "f16", { first: 0, count }, (offset, block) => {
    offsets.push(offset, block.byteLength);
  });
  expect(offsets).toEqual([0, 4 * 2 ** 20, 4 * 2 ** 20, 8]);
});
