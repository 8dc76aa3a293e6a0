import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, type Cache, type Layer, type Session } from "../../../runtime/index.js";
import { expectClose, joined } from "../../runtime/support/close.js";
import { deviceWithBindings, openDevice } from "../../runtime/support/devices.js";
import { HIDDEN, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

const x = numbers(64 * HIDDEN, 5);
const rows = (from: number, to: number): Float32Array => x.subarray(from * HIDDEN, to * HIDDEN);
/** What the last `count` tokens of a sequence become. */
const last = (sequence: Float32Array, count: number): Float32Array =>
  tinyReference(0, sequence).subarray(-count * HIDDEN);

/** Of the second device's bindings each holds one of the two KV pairs: 6 blocks of 8 × 16 bytes. */
const devices = { whole: () => openDevice(), segmented: () => deviceWithBindings(768) };

describe.each(Object.entries(devices))("on a %s device", (_, openOne) => {
  let session: Session;
  let layer: Layer;
  beforeAll(async () => {
    session = await open(tinyReader(), { device: await openOne() });
    layer = await session.layer(0, tinyWeights());
  });
  afterAll(() => {
    session.close();
  });
  const paged = (sequences = 2, capacity = 40): Cache =>
    layer.cache({ sequences, capacity, paged: { block: 8, blocks: 6 } });

  test("sequences take blocks in turns and give them back", async () => {
    const cache = paged();
    expect(cache.bytes).toBe(6 * 8 * 2 * HIDDEN * 4);
    const parts = [await layer.prefill(rows(0, 11), cache, { rows: [9, 2] })];
    expect([cache.blockTable(0), cache.blockTable(1)]).toEqual([[0, 1], [2]]);
    parts.push(await layer.prefill(rows(20, 34), cache, { rows: [7, 7] }));
    expect([cache.blockTable(0), cache.blockTable(1)]).toEqual([
      [0, 1],
      [2, 3],
    ]);
    parts.push(await layer.decode(rows(40, 42), cache));
    expect([cache.blockTable(0), cache.blockTable(1)]).toEqual([
      [0, 1, 4],
      [2, 3],
    ]);
    const [one, two] = [
      joined(rows(0, 9), rows(20, 27), rows(40, 41)),
      joined(rows(9, 11), rows(27, 34), rows(41, 42)),
    ];
    const [first, second, third] = parts.map((part) => [...part]);
    const take = (part: number[] | undefined, from: number, to: number): number[] =>
      part?.slice(from * HIDDEN, to * HIDDEN) ?? [];
    const found = (a: number[], b: number[], c: number[]): Float32Array =>
      Float32Array.from([...a, ...b, ...c]);
    expectClose(
      found(take(first, 0, 9), take(second, 0, 7), take(third, 0, 1)),
      tinyReference(0, one),
    );
    expectClose(
      found(take(first, 9, 11), take(second, 7, 14), take(third, 1, 2)),
      tinyReference(0, two),
    );

    // Blocks with the tokens of another sequence in them.
    cache.reset(0);
    expect([cache.freeBlocks, cache.lengths]).toEqual([4, [0, 10]]);
    expectClose(
      await layer.prefill(rows(30, 50), cache, { rows: [20], slots: [0] }),
      tinyReference(0, rows(30, 50)),
    );
    expect(cache.blockTable(0)).toEqual([5, 0, 1]);
  });

  test("two slots share a prefix and go on apart", async () => {
    const cache = paged();
    await layer.prefill(rows(0, 20), cache, { rows: [20] });
    cache.assign(1, cache.blockTable(0).slice(0, 2), 16);
    expect([cache.lengths, cache.freeBlocks]).toEqual([[20, 16], 3]);
    const y = await layer.prefill(rows(30, 36), cache, { rows: [3, 3], slots: [1, 0] });
    expectClose(
      y,
      joined(
        last(joined(rows(0, 16), rows(30, 33)), 3),
        last(joined(rows(0, 20), rows(33, 36)), 3),
      ),
    );
    // The prefix stays for the other.
    cache.reset(0);
    expectClose(
      await layer.decode(rows(36, 37), cache, { slots: [1] }),
      last(joined(rows(0, 16), rows(30, 33), rows(36, 37)), 1),
    );
    expect(cache.freeBlocks).toBe(3);
  });

  test("a caller's own tables, a way back, and blocks that were freed", async () => {
    const cache = paged(1);
    cache.assign(0, [5, 1, 3], 0);
    await layer.prefill(rows(0, 20), cache);
    cache.assign(0, [5, 1, 3], 18);
    expectClose(
      await layer.decode(rows(40, 41), cache),
      last(joined(rows(0, 18), rows(40, 41)), 1),
    );
    cache.reset();
    cache.assign(0, [5, 1], 12);
    expectClose(
      await layer.decode(rows(41, 42), cache),
      last(joined(rows(0, 12), rows(41, 42)), 1),
    );
  });

  test("a call that does not fit the pool writes nothing", async () => {
    const cache = paged();
    await layer.prefill(rows(0, 40), cache, { rows: [30, 10] });
    const before = [cache.blockTable(0), cache.blockTable(1)];
    const call = layer.prefill(rows(0, 14), cache, { rows: [7, 7] });
    await expect(call).rejects.toMatchObject({ code: "GDA7410" });
    expect([cache.blockTable(0), cache.blockTable(1)]).toEqual(before);
    expect(cache.lengths).toEqual([30, 10]);
    const beyond = layer.prefill(rows(0, 11), cache, { rows: [11] });
    await expect(beyond).rejects.toMatchObject({ code: "GDA7405" });
    expectClose(
      await layer.decode(rows(50, 52), cache),
      joined(
        last(joined(rows(0, 30), rows(50, 51)), 1),
        last(joined(rows(30, 40), rows(51, 52)), 1),
      ),
    );
  });

  test("nothing is reset or assigned while tokens are on their way", async () => {
    const cache = paged();
    const stop = new AbortController();
    let seen: unknown;
    const y = new Float32Array(30 * HIDDEN);
    const call = layer.prefill(rows(0, 30), cache, { rows: [30], y, signal: stop.signal });
    // Four chunks of eight rows: the call is under way when it has begun to submit.
    for (let i = 0; i < 500 && seen === undefined; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      try {
        cache.reset(1);
      } catch (error) {
        seen = error;
      }
    }
    stop.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect(seen).toMatchObject({ code: "GDA7409" });
    expect([cache.lengths, cache.freeBlocks]).toEqual([[0, 0], 6]);
    cache.reset(1);
  });

  test("many calls go into one encoder", async () => {
    const cache = paged();
    const { device } = session;
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = device.createBuffer({ size: 12 * HIDDEN * 4, usage });
    device.queue.writeBuffer(buffer, 0, new Float32Array(rows(0, 12)));
    const encoder = device.createCommandEncoder();
    layer.encode(encoder, { x: buffer, y: buffer }, cache, { rows: [12] });
    expect(cache.blockTable(0)).toEqual([0, 1]);
    device.queue.submit([encoder.finish()]);
    expectClose(await layer.decode(rows(12, 13), cache, { slots: [0] }), last(rows(0, 13), 1));
    expect(() => {
      const next = device.createCommandEncoder();
      layer.encode(next, { x: buffer, y: buffer }, cache, { rows: [12], slots: [0] });
      layer.encode(next, { x: buffer, y: buffer }, cache, { rows: [12], slots: [1] });
      layer.encode(next, { x: buffer, y: buffer }, cache, { rows: [12], slots: [1] });
    }).toThrow(expect.objectContaining({ code: "GDA7410" }));
    expect(cache.lengths).toEqual([25, 12]);
  });
});

test("a pool of which one KV pair is too large to bind says what would fit", async () => {
  const session = await open(tinyReader(), { device: await deviceWithBindings(768) });
  const layer = await session.layer(0, tinyWeights());
  expect(() => layer.cache({ capacity: 40, paged: { block: 8, blocks: 7 } })).toThrow(
    "A pool of 7 blocks of 8 tokens in layer 0 needs 896 bytes in one binding, and this device binds at most 768. Ask for at most 6 blocks, or use an adapter that binds more.",
  );
  for (const paged of [
    { block: 12, blocks: 4 },
    { block: 4, blocks: 4 },
    { block: NaN, blocks: 4 },
    { block: 16, blocks: 0 },
    { block: 16, blocks: 1.5 },
  ]) {
    expect(() => layer.cache({ paged })).toThrow(expect.objectContaining({ code: "GDA7406" }));
  }
  session.close();
});
