import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open, tensor, type Session } from "../../../runtime/index.js";
import { expectClose, joined } from "../../runtime/support/close.js";
import { deviceWithBindings, openDevice } from "../../runtime/support/devices.js";
import { HIDDEN, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

const [CAUSAL, BIDIRECTIONAL, PREFIX] = [0, 1, 2];
const x = numbers(20 * HIDDEN, 5);
const rows = (from: number, to: number): Float32Array => x.subarray(from * HIDDEN, to * HIDDEN);

/** Devices that cut calls in different ways: not at all, by the kernels' 8 rows, by 64-byte bindings. */
const devices = { whole: () => openDevice(), segmented: () => deviceWithBindings(64) };

describe.each(Object.entries(devices))("on a %s device", (_, openOne) => {
  let session: Session;
  beforeAll(async () => {
    session = await open(tinyReader(), { device: await openOne() });
  });
  afterAll(() => {
    session.close();
  });

  test("a call gives what its tokens give one by one", async () => {
    const layer = await session.layer(CAUSAL, tinyWeights());
    const cache = layer.cache({ capacity: 4 });
    const expected = tinyReference(CAUSAL, rows(0, 4));
    expectClose(await layer.prefill(rows(0, 4), cache), expected);
    expect(cache.lengths).toEqual([4]);
    cache.reset();
    const parts = [await layer.prefill(rows(0, 2), cache)];
    for (const i of [2, 3]) parts.push(await layer.decode(rows(i, i + 1), cache));
    expectClose(joined(...parts), expected);
  });

  test("ragged sequences lie one after the other and go on in their slots", async () => {
    const layer = await session.layer(CAUSAL, tinyWeights());
    const cache = layer.cache({ sequences: 3, capacity: 4 });
    const y = await layer.prefill(rows(0, 6), cache, { rows: [2, 1, 3] });
    expectClose(
      y,
      joined(
        tinyReference(CAUSAL, rows(0, 2)),
        tinyReference(CAUSAL, rows(2, 3)),
        tinyReference(CAUSAL, rows(3, 6)),
      ),
    );
    expect(cache.lengths).toEqual([2, 1, 3]);

    const next = await layer.decode(rows(10, 12), cache, { slots: [2, 0] });
    const last = (sequence: Float32Array): Float32Array =>
      tinyReference(CAUSAL, sequence).subarray(-HIDDEN);
    expectClose(
      next,
      joined(last(joined(rows(3, 6), rows(10, 11))), last(joined(rows(0, 2), rows(11, 12)))),
    );
    expect(cache.lengths).toEqual([3, 1, 4]);
  });

  test("every query of a bidirectional call sees keys of later chunks", async () => {
    const layer = await session.layer(BIDIRECTIONAL, tinyWeights());
    const y = await layer.prefill(rows(0, 4), layer.cache({ capacity: 4 }));
    expectClose(y, tinyReference(BIDIRECTIONAL, rows(0, 4)));
  });

  test("every query sees the whole prefix", async () => {
    const layer = await session.layer(PREFIX, tinyWeights());
    const cache = layer.cache({ sequences: 2, capacity: 4 });
    const y = await layer.prefill(rows(0, 7), cache, { rows: [3, 4], prefix: [2, 3] });
    expectClose(
      y,
      joined(tinyReference(PREFIX, rows(0, 3), 2), tinyReference(PREFIX, rows(3, 7), 3)),
    );
    const next = await layer.decode(rows(7, 8), cache, { slots: [0] });
    const whole = tinyReference(PREFIX, joined(rows(0, 3), rows(7, 8)), 2);
    expectClose(next, whole.subarray(3 * HIDDEN));
  });
});

test("a call longer than a chunk is cut", async () => {
  const session = await open(tinyReader(), { device: await openDevice() });
  const layer = await session.layer(BIDIRECTIONAL, tinyWeights());
  const cache = layer.cache({ sequences: 3, capacity: 20 });
  const y = await layer.prefill(x, cache, { rows: [5, 13, 2], y: new Float32Array(x.length) });
  expectClose(
    y,
    joined(
      tinyReference(BIDIRECTIONAL, rows(0, 5)),
      tinyReference(BIDIRECTIONAL, rows(5, 18)),
      tinyReference(BIDIRECTIONAL, rows(18, 20)),
    ),
  );
  session.close();
});

test("rows may come as a tensor, in shared memory or in a buffer", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(CAUSAL, tinyWeights());
  const cache = layer.cache();
  const expected = tinyReference(CAUSAL, rows(0, 3));
  expectClose(await layer.prefill(tensor([3, HIDDEN], rows(0, 3)), cache), expected);

  cache.reset(0);
  const shared = new Float32Array(new SharedArrayBuffer(expected.byteLength));
  shared.set(rows(0, 3));
  expectClose(await layer.prefill(shared, cache), expected);

  cache.reset(0);
  const { device } = session;
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const [from, to] = [0, 1].map(() => device.createBuffer({ size: expected.byteLength, usage }));
  if (from === undefined || to === undefined) throw new Error("two buffers");
  device.queue.writeBuffer(from, 0, rows(0, 3));
  expect(await layer.prefill(from, cache, { rows: [3], y: to })).toBe(to);
  // What it has written is the next call's input, and the next call's output is read.
  cache.reset(0);
  const again = await layer.prefill(to, cache, { rows: [3] });
  expectClose(again, tinyReference(CAUSAL, expected));
  session.close();
});
