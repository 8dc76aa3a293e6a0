import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { open, tensor, type Session } from "../../../runtime/index.js";
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

test("decoding makes no buffer and no bind group once it has begun", async () => {
  const layers = [await session.layer(0, tinyWeights()), await session.layer(0, tinyWeights())];
  const caches = layers.map((layer) => layer.cache({ capacity: 64 }));
  const x = numbers(40 * HIDDEN, 3);
  const step = async (i: number): Promise<void> => {
    let y = x.subarray(i * HIDDEN, (i + 1) * HIDDEN);
    for (const [n, layer] of layers.entries()) {
      const cache = caches[n];
      if (cache !== undefined) y = await layer.decode(y, cache);
    }
  };
  await step(0);
  await step(1);
  const buffers = vi.spyOn(device, "createBuffer");
  const groups = vi.spyOn(device, "createBindGroup");
  const submissions = vi.spyOn(device.queue, "submit");
  for (let i = 2; i < 40; i++) await step(i);
  expect(buffers).not.toHaveBeenCalled();
  expect(groups).not.toHaveBeenCalled();
  expect(submissions).toHaveBeenCalledTimes(2 * 38);
});

test("kernels of a first prefill are warmed up once, over nothing", async () => {
  const create = device.createCommandEncoder.bind(device);
  const warmed = vi.fn<() => void>();
  vi.spyOn(device, "createCommandEncoder").mockImplementation((descriptor) => {
    const encoder = create(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    vi.spyOn(encoder, "beginComputePass").mockImplementation((described) => {
      const pass = begin(described);
      const dispatch = pass.dispatchWorkgroupsIndirect.bind(pass);
      vi.spyOn(pass, "dispatchWorkgroupsIndirect").mockImplementation((buffer, offset) => {
        warmed();
        dispatch(buffer, offset);
      });
      return pass;
    });
    return encoder;
  });
  device.pushErrorScope("validation");
  await session.layer(0, tinyWeights());
  await expect(device.popErrorScope()).resolves.toBeNull();
  const { manifest, variant } = session;
  const programs = manifest.variants.find(({ target }) => target === variant)?.programs;
  const program = programs?.[manifest.layers[0]?.program ?? ""];
  const phases = program && [program.load, program.prefill.keys, program.prefill.queries];
  const first = new Set(phases?.flat().map(({ kernel }) => kernel));
  expect(first.size).toBeGreaterThan(0);
  expect(warmed).toHaveBeenCalledTimes(first.size);
  await session.layer(0, tinyWeights());
  expect(warmed).toHaveBeenCalledTimes(first.size);
});

test("a longer call makes larger buffers, and caches that are at work go on with them", async () => {
  const layer = await session.layer(0, tinyWeights());
  const [one, other] = [layer.cache({ capacity: 8 }), layer.cache({ capacity: 8 })];
  const x = numbers(8 * HIDDEN, 3);
  const first = await layer.prefill(x.subarray(0, HIDDEN), one);
  await layer.prefill(x, other);
  const second = await layer.decode(x.subarray(HIDDEN, 2 * HIDDEN), one);
  expectClose(joined(first, second), tinyReference(0, x.subarray(0, 2 * HIDDEN)));
});

test("everything is freed in the end", async () => {
  const left = new Set<GPUBuffer>();
  const create = device.createBuffer.bind(device);
  let made = 0;
  vi.spyOn(device, "createBuffer").mockImplementation((descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    vi.spyOn(buffer, "destroy").mockImplementation(() => {
      left.delete(buffer);
      destroy();
    });
    left.add(buffer);
    made++;
    return buffer;
  });
  const layer = await session.layer(0, tinyWeights());
  const [first, second] = [layer.cache({ capacity: 64 }), layer.cache({ capacity: 64 })];
  await layer.prefill(numbers(HIDDEN, 1), first);
  await layer.prefill(numbers(20 * HIDDEN, 1), second);
  first.destroy();
  const tooLarge = new Map(tinyWeights()).set(
    "0.bias",
    tensor([4], new Float64Array(4).fill(1e39)),
  );
  await expect(session.layer(0, tooLarge)).rejects.toMatchObject({ code: "GDA7307" });
  session.close();
  expect(made).toBeGreaterThan(15);
  expect(left.size).toBe(0);
});
