import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openGpu } from "../../../compiler/adapter/index.js";
import { open, tensor, type Cache, type Layer, type Session } from "../../../runtime/index.js";
import type { Manifest, Step } from "../../../runtime/manifest.js";
import { deviceWithBindings, openDevice } from "../../runtime/support/devices.js";
import {
  HIDDEN,
  tinyManifest,
  tinyReader,
  tinyVariant,
} from "../../runtime/support/tiny-package.js";
import { numbers, tinyWeights } from "../../runtime/support/tiny-reference.js";

const x = numbers(4 * HIDDEN, 5);

describe("a call", () => {
  let session: Session;
  let layer: Layer;
  let cache: Cache;
  beforeAll(async () => {
    session = await open(tinyReader(), { gpu: await openGpu() });
    layer = await session.layer(0, tinyWeights());
    cache = layer.cache({ sequences: 2, capacity: 3 });
    await layer.prefill(x.subarray(0, 3 * HIDDEN), cache, { rows: [2, 1] });
  });
  afterAll(() => {
    session.close();
  });

  test.each<[string, string, () => Promise<unknown>]>([
    ["half a token", "GDA7403", () => layer.prefill(new Float32Array(5), cache, { rows: [1] })],
    ["no token", "GDA7403", () => layer.prefill(new Float32Array(0), cache, { rows: [1] })],
    [
      "a tensor of another width",
      "GDA7403",
      () => session.layer(0, tinyWeights()).then((l) => l.prefill(tensor([2, 8], x), l.cache())),
    ],
    ["more tokens than fit", "GDA7405", () => layer.prefill(x, cache, { rows: [1, 3] })],
    [
      "a full slot",
      "GDA7405",
      () => layer.prefill(x.subarray(0, 2 * HIDDEN), cache, { rows: [2] }),
    ],
    [
      "too short a result",
      "GDA7403",
      () => layer.decode(x.subarray(0, 2 * HIDDEN), cache, { y: new Float32Array(7) }),
    ],
    ["other tokens than sequences", "GDA7404", () => layer.decode(x, cache)],
    [
      "another layer's cache",
      "GDA7407",
      async () => {
        const other = await session.layer(1, tinyWeights());
        return layer.decode(x.subarray(0, 2 * HIDDEN), other.cache({ sequences: 2 }));
      },
    ],
    [
      "a residual that no kernel adds",
      "GDA7403",
      () => {
        const [token, residual] = [x.subarray(0, HIDDEN), x.subarray(HIDDEN, 2 * HIDDEN)];
        return layer.prefill(token, cache, { slots: [1], rows: [1], residual });
      },
    ],
  ])("refuses %s", async (_, code, act) => {
    await expect(act()).rejects.toMatchObject({ code });
    expect(cache.lengths).toEqual([2, 1]);
  });

  test("refuses buffers that are too small or cannot be copied", async () => {
    const buffer = (usage: number, size: number): GPUBuffer =>
      session.device.createBuffer({ usage, size });
    const refused = async (from: GPUBuffer, to: GPUBuffer): Promise<void> => {
      const call = layer.prefill(from, cache, { rows: [1], y: to });
      await expect(call).rejects.toMatchObject({ code: "GDA7403" });
    };
    const good = buffer(GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST, 16);
    await refused(buffer(GPUBufferUsage.COPY_SRC, 12), good);
    await refused(good, buffer(GPUBufferUsage.COPY_DST, 12));
    await refused(buffer(GPUBufferUsage.COPY_DST, 16), good);
    await refused(good, buffer(GPUBufferUsage.COPY_SRC, 16));
  });

  test("refuses sizes of a cache that cannot be", () => {
    for (const size of [{ sequences: 0 }, { capacity: 1.5 }, { capacity: 65 }]) {
      expect(() => layer.cache(size)).toThrow(expect.objectContaining({ code: "GDA7406" }));
    }
    expect(() => {
      cache.reset(2);
    }).toThrow(expect.objectContaining({ code: "GDA7404" }));
  });

  test("refuses a layer that is not there", async () => {
    await expect(session.layer(7, tinyWeights())).rejects.toThrow("it has layers 0, 1, 2.");
  });
});

/** The tiny manifest with another first step, which projects. */
function projecting(change: (step: Step) => Step): Manifest {
  const tiny = tinyVariant.programs["tiny"];
  const [first, ...others] = tiny?.prefill.keys ?? [];
  if (tiny === undefined || first === undefined) throw new Error("no program");
  const prefill = { ...tiny.prefill, keys: [change(first), ...others] };
  const programs = { tiny: { ...tiny, prefill } };
  return { ...tinyManifest, variants: [{ ...tinyVariant, programs }] };
}

describe("a device that is too small", () => {
  test("for one unit of a cache says what would fit", async () => {
    const session = await open(tinyReader(), { device: await deviceWithBindings(64) });
    const layer = await session.layer(0, tinyWeights());
    expect(() => layer.cache({ capacity: 9 })).toThrow(
      "A cache of 9 tokens in layer 0 needs 144 bytes in one binding, and this device binds at most 64. Ask for a capacity of at most 4 tokens, or use an adapter that binds more.",
    );
    session.close();
  });

  test("for a weight that is bound whole says which", async () => {
    const manifest = projecting(({ kernel, tensors, label }) => ({
      kernel,
      tensors,
      label,
      uniforms: { inputs: 4, outputs: 8, segment_first: 0 },
      grid: [8, "rows", 1],
    }));
    const session = await open(tinyReader(manifest), { device: await deviceWithBindings(64) });
    await expect(session.layer(0, tinyWeights())).rejects.toThrow(
      "The tensor `w` of layer 0 needs 128 bytes in one binding, and this device binds at most 64.",
    );
    session.close();
  });
});

test("what overflows half precision is named with its value", async () => {
  const weights = new Map(tinyWeights()).set(
    "0.bias",
    tensor([HIDDEN], new Float64Array(4).fill(1e39)),
  );
  const session = await open(tinyReader(), { gpu: await openGpu() });
  await expect(session.layer(0, weights)).rejects.toThrow("`0.bias` holds 1e+39");
  session.close();
});

test("a kernel that does not compile is told with its line", async () => {
  const code = "@compute @workgroup_size(1)\nfn main() { let x: u32 = 1.5; }\n";
  const file = "kernels/tiny/append.wgsl";
  const digest = createHash("sha256").update(code).digest("hex");
  const manifest = { ...tinyManifest, files: { ...tinyManifest.files, [file]: digest } };
  const session = await open(tinyReader(manifest, { [file]: code }), { gpu: await openGpu() });
  await expect(session.layer(0, tinyWeights())).rejects.toThrow(
    /^`kernels\/tiny\/append.wgsl` does not compile here: line 2, column \d+: /,
  );
  session.close();
});

test("more workgroups than WebGPU dispatches are refused, and the next call runs", async () => {
  const manifest = projecting((step) => ({ ...step, grid: [2 ** 31, "rows", 1] }));
  const session = await open(tinyReader(manifest), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache();
  await expect(layer.prefill(x, cache)).rejects.toMatchObject({ code: "GDA7211" });
  expect(cache.lengths).toEqual([0]);
  await layer.decode(x.subarray(0, HIDDEN), cache);
  session.close();
});

test("an error of an earlier call on an own device is thrown by the next", async () => {
  const session = await open(tinyReader(), { gpu: await openGpu() });
  const layer = await session.layer(0, tinyWeights());
  const cache = layer.cache();
  session.device.createBuffer({ size: 16, usage: 0xffff });
  await session.device.queue.onSubmittedWorkDone();
  await expect(layer.prefill(x, cache)).rejects.toMatchObject({ code: "GDA7207" });
  await layer.prefill(x, cache);
  session.close();
});

test("memory that is not there is told with what was to be made", async () => {
  const device = await openDevice();
  const session = await open(tinyReader(), { device });
  const layer = await session.layer(0, tinyWeights());
  // The scope for memory is the inner one, so it is popped first.
  const error = new GPUOutOfMemoryError("no more");
  vi.spyOn(device, "popErrorScope").mockResolvedValueOnce(error);
  const cache = layer.cache({ capacity: 8 });
  for (let i = 0; i < 2; i++) {
    await expect(layer.prefill(x, cache)).rejects.toThrow(
      "The GPU has no memory left for a cache of layer 0, which takes 256 bytes.",
    );
  }
  await layer.prefill(x, layer.cache({ capacity: 8 }));
  session.close();
});
