import type { CacheSize } from "./api.js";
import { tooLargeToBind } from "./codes.js";
import type { Gpu } from "./device/gpu.js";
import { BufferUsage } from "./device/usage.js";
import { gdaError } from "./error.js";
import type { LayerEntry, Program, TensorEntry } from "./manifest.js";
import { isBoundWhole } from "./over.js";
import { cut, type Segments } from "./segments.js";
import { bufferBytes, elementBytes, elements } from "./size.js";

/** Bytes of all tensors of a cache. */
export function cacheBytes(program: Program, entry: LayerEntry, size: CacheSize): number {
  return cacheTensors(program).reduce(
    (sum, [, tensor]) => sum + unitsOf(tensor, size) * unitBytes(tensor, entry, size),
    0,
  );
}

/**
 * Makes the buffers of a cache: units of [capacity, width], in segments of as many whole units as the
 * largest tensor allows, alike in all. Throws GDA7210 where one unit is too large to bind.
 */
export function allocateCache(
  gpu: Gpu,
  program: Program,
  entry: LayerEntry,
  size: CacheSize,
): Segments {
  const tensors = cacheTensors(program);
  const available = gpu.largestBinding;
  const largest = Math.max(1, ...tensors.map(([, tensor]) => unitBytes(tensor, entry, size)));
  const whole = tensors.some(([name]) => isBoundWhole(program, name));
  const units = Math.max(1, ...tensors.map(([, tensor]) => unitsOf(tensor, size)));
  const needed = whole ? units * largest : largest;
  if (needed > available) {
    const fits = Math.floor((size.capacity * available) / needed);
    throw gdaError(tooLargeToBind, {
      what: `A cache of ${size.capacity} tokens in layer ${entry.index}`,
      needed,
      available,
      advice: `Ask for a capacity of at most ${fits} tokens, or use an adapter that binds more.`,
    });
  }
  const most = Math.floor(available / largest);
  return new Map(
    tensors.map(([name, tensor]) => {
      const segments = cut(unitsOf(tensor, size), most).map((span) => ({
        ...span,
        buffer: gpu.device.createBuffer({
          label: name,
          size: bufferBytes(tensor.format, span.count * unitElements(tensor, entry, size)),
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

function unitsOf({ unitsPerSlot = 1 }: TensorEntry, { sequences }: CacheSize): number {
  return sequences * unitsPerSlot;
}

function unitElements({ shape }: TensorEntry, { constants }: LayerEntry, size: CacheSize): number {
  return elements(shape, { ...constants, capacity: size.capacity });
}

function unitBytes(tensor: TensorEntry, entry: LayerEntry, size: CacheSize): number {
  return unitElements(tensor, entry, size) * elementBytes(tensor.format);
}
