import { afterAll, beforeAll, expect, it } from "vitest";
import type { Layer, Session } from "../../../runtime/index.js";
import { machines, openLayer } from "../../support/kernels.js";
import { layerPlan } from "../../support/plans.js";
import { randomNumbers, randomWeights } from "../../support/random.js";
import { sharedDevice } from "../../support/shared-device.js";

/** Rows that a call brings are added to y, whatever way they and y go, and only in that call. */
const hidden = 36;
const rows = 19;
const plan = layerPlan({ bias: ["o"] });
const x = Float32Array.from(randomNumbers(1, "x", rows * hidden));
const residual = Float32Array.from(randomNumbers(1, "residual", rows * hidden));

let session: Session;
let layer: Layer;
let plain: Float32Array;

beforeAll(async () => {
  const [machine] = await machines();
  if (machine === undefined) throw new Error("no machine");
  ({ session, layer } = await openLayer(plan, hidden, randomWeights(1, plan, hidden), machine));
  plain = await layer.prefill(x, layer.cache({ capacity: rows }));
});

afterAll(() => {
  session.close();
});

const sum = (y: Float32Array, added: Float32Array): Float32Array =>
  y.map((value, i) => value + (added[i] ?? 0));

it("of a prefill from memory, and not of the one after it", async () => {
  const cache = layer.cache({ capacity: rows });
  expect(await layer.prefill(x, cache, { residual })).toEqual(sum(plain, residual));
  cache.reset();
  expect(await layer.prefill(x, cache)).toEqual(plain);
});

it("of a decoded token", async () => {
  const [one, other] = [layer.cache({ capacity: 1 }), layer.cache({ capacity: 1 })];
  const [token, added] = [x.subarray(0, hidden), residual.subarray(0, hidden)];
  const y = await layer.decode(token, one);
  expect(await layer.decode(token, other, { residual: added })).toEqual(sum(y, added));
});

it("of a buffer that y then takes", async () => {
  const device = await sharedDevice();
  const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const bufferOf = (data: Float32Array): GPUBuffer => {
    const buffer = device.createBuffer({ size: data.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, new Float32Array(data));
    return buffer;
  };
  const stream = bufferOf(residual);
  const encoder = device.createCommandEncoder();
  const cache = layer.cache({ capacity: rows });
  layer.encode(encoder, { x: bufferOf(x), residual: stream, y: stream }, cache, { rows: [rows] });
  device.queue.submit([encoder.finish()]);
  const staging = device.createBuffer({
    size: stream.size,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const reading = device.createCommandEncoder();
  reading.copyBufferToBuffer(stream, 0, staging, 0, stream.size);
  device.queue.submit([reading.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  expect(new Float32Array(staging.getMappedRange().slice(0))).toEqual(sum(plain, residual));
});

it.each([
  ["too few rows", residual.subarray(hidden)],
  ["no whole rows", residual.subarray(1)],
])("%s are refused", async (_, wrong) => {
  const cache = layer.cache({ capacity: rows });
  await expect(layer.prefill(x, cache, { residual: wrong })).rejects.toMatchObject({
    code: "GDA7403",
  });
  expect(cache.lengths).toEqual([0]);
});
