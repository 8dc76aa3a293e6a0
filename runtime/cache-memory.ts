import type { CacheLayout } from "./cache-layout.js";
import { tooLargeToBind } from "./codes.js";
import type { Gpu } from "./device/gpu.js";
import { BufferUsage } from "./device/usage.js";
import { gdaError } from "./error.js";
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
  const needed = whole ? units * largest : largest;
  if (needed > available) {
    const fits = Math.floor((layout.block * available) / needed);
    throw gdaError(tooLargeToBind, {
      what: `A cache of ${layout.block} tokens in layer ${entry.index}`,
      needed,
      available,
      advice: `Ask for a capacity of at most ${fits} tokens, or use an adapter that binds more.`,
    });
  }
  const most = Math.floor(available / largest);
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
