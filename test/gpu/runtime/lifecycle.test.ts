import { describe, expect, test } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open, type Progress } from "../../../runtime/index.js";
import { expectClose } from "../../runtime/support/close.js";
import { openDevice } from "../../runtime/support/devices.js";
import { HIDDEN, tinyManifest, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

const x = numbers(20 * HIDDEN, 5);

describe("a lost device", () => {
  test("is told by every call, and another one takes over", async () => {
    const session = await open(tinyReader(), { gpu: await openGpu() });
    const layer = await session.layer(0, tinyWeights());
    const cache = layer.cache({ capacity: 32 });
    await layer.prefill(x, cache);
    session.device.destroy();
    for (let i = 0; i < 2; i++) {
      await expect(layer.prefill(x, cache)).rejects.toMatchObject({ code: "GDA7206" });
    }
    expect(() => layer.cache()).toThrow(expect.objectContaining({ code: "GDA7206" }));

    await session.reopen();
    await expect(layer.prefill(x, cache)).rejects.toMatchObject({ code: "GDA7408" });
    const fresh = layer.cache({ capacity: 32 });
    expectClose(await layer.prefill(x, fresh), tinyReference(0, x));
    session.close();
  });

  test("ends a call that is under way, whose tokens do not count", async () => {
    const device = await openDevice();
    const session = await open(tinyReader(), { device });
    const layer = await session.layer(0, tinyWeights());
    const cache = layer.cache({ capacity: 64 });
    await layer.prefill(x, cache);
    const call = layer.prefill(x, cache);
    device.destroy();
    await expect(call).rejects.toMatchObject({ code: "GDA7206" });
    expect(cache.lengths).toEqual([20]);

    await session.reopen({ device: await openDevice() });
    expectClose(await layer.prefill(x, layer.cache()), tinyReference(0, x));
    session.close();
  });

  test("is replaced by one that the session opens, if the caller brings none", async () => {
    const device = await openDevice();
    const session = await open(tinyReader(), { device });
    device.destroy();
    await session.reopen({ gpu: await openGpu() });
    const layer = await session.layer(0, tinyWeights());
    expectClose(await layer.prefill(x, layer.cache()), tinyReference(0, x));
    expect(session.device).not.toBe(device);
    session.close();
  });

  test("ends the loading of a layer", async () => {
    const device = await openDevice();
    const session = await open(tinyReader(), { device });
    const loading = session.layer(0, tinyWeights());
    device.destroy();
    await expect(loading).rejects.toMatchObject({ code: "GDA7206" });
  });
});

describe("a signal", () => {
  test("aborts before anything begins, with its own reason", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(open(tinyReader(), { signal })).rejects.toThrow("enough");
    const session = await open(tinyReader(), { gpu: await openGpu() });
    await expect(session.layer(0, tinyWeights(), { signal })).rejects.toThrow("enough");
    const layer = await session.layer(0, tinyWeights());
    const cache = layer.cache();
    await expect(layer.prefill(x, cache, { signal })).rejects.toThrow("enough");
    expect(cache.lengths).toEqual([0]);
    session.close();
  });

  test("aborts between two chunks, and the cache is as before", async () => {
    const session = await open(tinyReader(), { gpu: await openGpu() });
    const layer = await session.layer(0, tinyWeights());
    const cache = layer.cache();
    await layer.prefill(x.subarray(0, HIDDEN), cache);
    const abort = new AbortController();
    const call = layer.prefill(x.subarray(HIDDEN), cache, { signal: abort.signal });
    // The first of six passes makes bind groups, whose outcome the call waits for.
    await Promise.resolve();
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(cache.lengths).toEqual([1]);
    const y = await layer.prefill(x.subarray(HIDDEN), cache);
    expectClose(y, tinyReference(0, x).subarray(HIDDEN));
    session.close();
  });

  test("aborts the loading of weights", async () => {
    const session = await open(tinyReader(), { gpu: await openGpu() });
    const abort = new AbortController();
    const memory = tinyWeights();
    const weights = {
      tensors: memory,
      read: () => {
        abort.abort(new Error("enough"));
        return Promise.resolve(new Uint8Array(64));
      },
    };
    const loading = session.layer(0, weights, { signal: abort.signal });
    await expect(loading).rejects.toThrow("enough");
    session.close();
  });
});

test("calls that are not awaited run one after the other", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache();
  const calls = [
    layer.prefill(x.subarray(0, 9 * HIDDEN), cache),
    layer.decode(x.subarray(9 * HIDDEN, 10 * HIDDEN), cache),
    layer.prefill(x.subarray(10 * HIDDEN), cache),
  ];
  const [, , y] = await Promise.all(calls);
  expectClose(y ?? new Float32Array(), tinyReference(0, x).subarray(10 * HIDDEN));
  session.close();
});

test("what is closed says so", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache();
  cache.destroy();
  await expect(layer.prefill(x, cache)).rejects.toMatchObject({ code: "GDA7402" });
  const other = layer.cache();
  layer.destroy();
  await expect(layer.prefill(x, other)).rejects.toMatchObject({ code: "GDA7402" });
  session.close();
  session.close();
  await expect(session.layer(0, tinyWeights())).rejects.toMatchObject({ code: "GDA7402" });
  await expect(session.reopen()).rejects.toMatchObject({ code: "GDA7402" });
});

test("closing ends a call that is under way", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const call = layer.prefill(x, layer.cache());
  await Promise.resolve();
  session.close();
  await expect(call).rejects.toMatchObject({ code: "GDA7402" });
});

test("loading reports kernels and bytes", async () => {
  const seen: Progress[] = [];
  const onProgress = (progress: Progress): void => void seen.push(progress);
  const session = await open(tinyReader(), { gpu: await openGpu(), onProgress });
  await session.layer(2, tinyWeights());
  const last = (stage: Progress["stage"]): Progress | undefined =>
    seen.findLast((progress) => progress.stage === stage);
  const kernels = Object.keys(tinyManifest.variants[0]?.kernels ?? {}).length;
  expect(last("compile")).toEqual({ stage: "compile", layer: 2, done: kernels, total: kernels });
  expect(last("weights")).toMatchObject({ layer: 2, done: 136, total: 136 });
  session.close();
});
