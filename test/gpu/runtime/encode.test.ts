import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { open, type Session } from "../../../runtime/index.js";
import { expectClose, joined } from "../../runtime/support/close.js";
import { openDevice } from "../../runtime/support/devices.js";
import { HIDDEN, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

let device: GPUDevice;
let session: Session;

beforeEach(async () => {
  device = await openDevice();
  session = await open(tinyReader(), { device });
});

afterEach(() => {
  session.close();
  device.destroy();
});

function bufferOf(data: Float32Array): GPUBuffer {
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ size: data.byteLength, usage });
  device.queue.writeBuffer(buffer, 0, new Float32Array(data));
  return buffer;
}

async function read(buffer: GPUBuffer): Promise<Float32Array> {
  const staging = device.createBuffer({
    size: buffer.size,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  return new Float32Array(staging.getMappedRange().slice(0));
}

test("many calls of several layers go into one encoder, in place and in chunks", async () => {
  const first = await session.layer(0, tinyWeights());
  const second = await session.layer(1, tinyWeights());
  const [one, two] = [first.cache({ capacity: 32 }), second.cache({ capacity: 32 })];
  const x = numbers(21 * HIDDEN, 5);
  const long = bufferOf(x.subarray(0, 20 * HIDDEN));
  const short = bufferOf(x.subarray(20 * HIDDEN));

  const encoder = device.createCommandEncoder();
  first.encode(encoder, { x: long, y: long }, one, { rows: [20] });
  second.encode(encoder, { x: long, y: long }, two, { rows: [20] });
  first.encode(encoder, { x: short, y: short }, one, { rows: [1] });
  expect([one.lengths, two.lengths]).toEqual([[21], [20]]);
  device.queue.submit([encoder.finish()]);

  const hidden = tinyReference(0, x);
  expectClose(await read(long), tinyReference(1, hidden.subarray(0, 20 * HIDDEN)));
  expectClose(await read(short), hidden.subarray(20 * HIDDEN));
});

test("layers of one step copy the tables that they share once", async () => {
  const layers = [await session.layer(0, tinyWeights()), await session.layer(1, tinyWeights())];
  const caches = layers.map((layer) => layer.cache({ capacity: 8 }));
  const x = numbers(2 * HIDDEN, 5);
  const rows = [bufferOf(x.subarray(0, HIDDEN)), bufferOf(x.subarray(HIDDEN))];
  const encoder = device.createCommandEncoder();
  const copies = vi.spyOn(encoder, "copyBufferToBuffer");
  const tables = (): number => {
    const targets = copies.mock.calls.map(([, , target]) => target);
    return targets.filter(
      (target) => target instanceof GPUBuffer && target.label === "places places",
    ).length;
  };
  const counts = rows.map((row) => {
    layers.forEach((layer, i) => {
      const cache = caches[i];
      if (cache) layer.encode(encoder, { x: row, y: row }, cache, { rows: [1] });
    });
    return tables();
  });
  device.queue.submit([encoder.finish()]);
  expect(counts).toEqual([1, 2]);
  const [head, tail] = await Promise.all(rows.map(read));
  const through = (given: Float32Array): Float32Array => tinyReference(1, tinyReference(0, given));
  // Layer 1 is bidirectional: the first token has seen no other.
  expectClose(head ?? new Float32Array(), through(x.subarray(0, HIDDEN)));
  expectClose(tail ?? new Float32Array(), through(x).subarray(HIDDEN));
});

test("buffers that are outgrown last until the encoder is submitted", async () => {
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache({ capacity: 8 });
  const x = numbers(8 * HIDDEN, 5);
  const parts = [bufferOf(x.subarray(0, HIDDEN)), bufferOf(x.subarray(HIDDEN))];
  const encoder = device.createCommandEncoder();
  parts.forEach((part, i) => {
    layer.encode(encoder, { x: part, y: part }, cache, { rows: [i === 0 ? 1 : 7] });
  });
  device.queue.submit([encoder.finish()]);
  const [head, tail] = await Promise.all(parts.map(read));
  expectClose(joined(head ?? new Float32Array(), tail ?? new Float32Array()), tinyReference(0, x));
});

test("what the device refuses shows in the next call", async () => {
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache({ capacity: 8 });
  const x = bufferOf(numbers(HIDDEN, 1));
  x.destroy();
  const y = bufferOf(numbers(HIDDEN, 1));
  const encoder = device.createCommandEncoder();
  encoder.finish();
  layer.encode(encoder, { x, y }, cache, { rows: [1] });
  await device.queue.onSubmittedWorkDone();
  const next = layer.prefill(numbers(HIDDEN, 1), cache);
  await expect(next).rejects.toMatchObject({ code: "GDA7207" });
});

test("nothing is encoded while a call is under way", async () => {
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache({ capacity: 8 });
  const buffer = bufferOf(numbers(HIDDEN, 1));
  const call = layer.prefill(numbers(HIDDEN, 1), cache);
  const encode = (): void => {
    layer.encode(device.createCommandEncoder(), { x: buffer, y: buffer }, cache, { rows: [1] });
  };
  expect(encode).toThrow(expect.objectContaining({ code: "GDA7409" }));
  await call;
  expect(encode).not.toThrow();
});
