import type { CacheLayout } from "./cache-layout.js";
import { tooLargeToBind } from "./codes.js";
import type { Gpu } from "./device/gpu.js";
import { BufferUsage } from "./device/usage.js";
import { gdaError, type GdaError } from "./error.js";
import type { LayerEntry, Program, TensorEntry } from "./manifest.js";
import { isBoundWhole } from "./over.js";
import { cut, type Segments } from "./segments.js";
import { bufferBytes, elementBytes, elements } from "./size.js";

/** Bytes of all tensors of a cache. */
export function cacheBytes(program: Program, entry: LayerEntry, layout: CacheLayout): number {
  return cacheTensors(program).reduce(
    (sum, [, tensor]) => sum + unitsOf(tensor, layout) * unitBytes(tensor, entry, layout),
    0,
  );
}

/**
 * Makes the buffers of a cache: units of [block, width], in segments of as many whole units as the
 * largest tensor allows, alike in all. Throws GDA7210 where one unit is too large to bind.
 */
export function allocateCache(
  gpu: Gpu,
  program: Program,
  entry: LayerEntry,
  layout: CacheLayout,
): Segments {
  const tensors = cacheTensors(program);
  const available = gpu.largestBinding;
  const largest = Math.max(1, ...tensors.map(([, tensor]) => unitBytes(tensor, entry, layout)));
  const whole = tensors.some(([name]) => isBoundWhole(program, name));
  const units = Math.max(1, ...tensors.map(([, tensor]) => unitsOf(tensor, layout)));
  const together = layout.paged ? layout.blocks : 1;
  const needed = (whole ? units : together) * largest;
  if (needed > available) throw tooLarge(entry, layout, needed, available);
  const most = Math.floor(available / (together * largest)) * together;
  return new Map(
    tensors.map(([name, tensor]) => {
      const segments = cut(unitsOf(tensor, layout), most).map((span) => ({
        ...span,
        buffer: gpu.device.createBuffer({
          label: name,
          size: bufferBytes(tensor.format, span.count * unitElements(tensor, entry, layout)),
          usage: BufferUsage.storage | BufferUsage.copySource | BufferUsage.copyTarget,
        }),
      }));
      return [name, segments] as const;
    }),
  );
}

function tooLarge(
  { index }: LayerEntry,
  { paged, block, blocks }: CacheLayout,
  needed: number,
  available: number,
): GdaError {
  const fits = Math.floor(((paged ? blocks : block) * available) / needed);
  const [what, ask] = paged
    ? [`A pool of ${blocks} blocks of ${block} tokens`, `at most ${fits} blocks`]
    : [`A cache of ${block} tokens`, `a capacity of at most ${fits} tokens`];
  return gdaError(tooLargeToBind, {
    what: `${what} in layer ${index}`,
    needed,
    available,
    advice: `Ask for ${ask}, or use an adapter that binds more.`,
  });
}

function cacheTensors(program: Program): readonly (readonly [string, TensorEntry])[] {
  return Object.entries(program.tensors).filter(([, { role }]) => role === "cache");
}

function unitsOf({ unitsPerBlock = 1 }: TensorEntry, { blocks }: CacheLayout): number {
  return blocks * unitsPerBlock;
}

function unitElements(
  { shape }: TensorEntry,
  { constants }: LayerEntry,
  { block }: CacheLayout,
): number {
  return elements(shape, { ...constants, block });
}

function unitBytes(tensor: TensorEntry, entry: LayerEntry, layout: CacheLayout): number {
  return unitElements(tensor, entry, layout) * elementBytes(tensor.format);
}
