import { expect, test } from "vitest";
import { checkpoint, type OpenShard } from "../../runtime/weights/checkpoint.js";
import { tensor } from "../../runtime/weights/tensor.js";
import { writeSafetensors } from "../../runtime/weights/write.js";
import { rejection } from "./support/message.js";

const shards: Readonly<Record<string, Uint8Array>> = {
  "model-1.safetensors": writeSafetensors({ a: tensor([2], Float32Array.of(1, 2)) }),
  "model-2.safetensors": writeSafetensors({
    b: tensor([1], Float32Array.of(3)),
    unused: tensor([1], Float32Array.of(4)),
  }),
};

const open: OpenShard = (file) => {
  const shard = shards[file];
  if (shard === undefined) throw new Error("no such file");
  return shard;
};

const index = (content: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(content));

test("tensors are found in their files", async () => {
  const map = { a: "model-1.safetensors", b: "model-2.safetensors" };
  const weights = await checkpoint(index({ metadata: {}, weight_map: map }), open);
  expect([...weights.tensors.keys()]).toEqual(["a", "b"]);
  const bytes = await weights.read("a", 1, 1);
  expect([...bytes]).toEqual([...new Uint8Array(Float32Array.of(2).buffer)]);
  await expect(weights.read("unused", 0, 1)).rejects.toThrow(RangeError);
});

test.each<[string, Uint8Array]>([
  ["a missing file", index({ weight_map: { a: "model-3.safetensors" } })],
  ["a tensor that is not there", index({ weight_map: { c: "model-1.safetensors" } })],
  ["a file elsewhere", index({ weight_map: { a: "../model-1.safetensors" } })],
  ["a file that is no name", index({ weight_map: { a: 1 } })],
  ["no weight_map", index({})],
  ["a list", index([])],
  ["no JSON", new TextEncoder().encode("{")],
  ["a tensor twice", new TextEncoder().encode(`{"weight_map":{"a":"x","a":"y"}}`)],
])("%s is refused", async (_, bytes) => {
  expect(await rejection(checkpoint(bytes, open))).toMatchSnapshot();
});
