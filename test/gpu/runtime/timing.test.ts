import { expect, test } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open } from "../../../runtime/index.js";
import { expectClose } from "../../runtime/support/close.js";
import { openDevice } from "../../runtime/support/devices.js";
import { HIDDEN, tinyReader } from "../../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../../runtime/support/tiny-reference.js";

const x = numbers(20 * HIDDEN, 5);

test("tells what each step of the last call took", async (context) => {
  const gpu = await openGpu();
  const adapter = await gpu.requestAdapter();
  if (adapter?.features.has("timestamp-query") !== true) return context.skip("no timestamps");
  const session = await open(tinyReader(), { gpu, timing: true });
  const layer = await session.layer(0, tinyWeights());
  expect(layer.timing).toBeUndefined();
  expectClose(await layer.prefill(x, layer.cache()), tinyReference(0, x));
  const kernels = layer.timing?.map(({ kernel, label }) => `${kernel} ${label}`);
  expect(kernels).toEqual([
    "project tiny.gda:0-1",
    "append tiny.gda:1-2",
    "start tiny.gda:2-3",
    "gather tiny.gda:3-4",
  ]);
  for (const { ns } of layer.timing ?? []) expect(ns).toBeGreaterThan(0);
  session.close();
});

test("is undefined unless it is asked for and the device has timestamps", async () => {
  const asked = await open(tinyReader(), { device: await openDevice(), timing: true });
  const notAsked = await open(tinyReader(), { gpu: await openGpu() });
  for (const session of [asked, notAsked]) {
    const layer = await session.layer(0, tinyWeights());
    await layer.prefill(x, layer.cache());
    expect(layer.timing).toBeUndefined();
    session.close();
  }
});
