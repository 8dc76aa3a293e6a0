import { noAdapter, noDevice } from "../codes.js";
import { gdaError, reasonOf } from "../error.js";
import type { Manifest, Variant } from "../manifest.js";
import { findGpu } from "./find-gpu.js";
import { largestBinding } from "./need.js";
import { chooseVariant, limitOf, type Choice } from "./variant.js";

/** Where kernels are to run. */
export interface ConnectOptions {
  /** The caller's WebGPU; otherwise `navigator.gpu`, or in Node the package `webgpu`. */
  readonly gpu?: GPU;
  /** The caller's own device, which must have the features and limits that a variant needs. */
  readonly device?: GPUDevice;
  /** The target of the one variant that is wanted; otherwise the first that can run is taken. */
  readonly variant?: string;
  /** Asks for the feature `timestamp-query`, so that `layer.timing` tells what each step took. */
  readonly timing?: boolean;
}

/** A device with the kernels that it will run. */
export interface Connection extends Choice {
  readonly device: GPUDevice;
  /** Whether the runtime opened the device, and is to destroy it. */
  readonly own: boolean;
}

/** Limits that the size of a tensor can ask for, with what WebGPU guarantees. */
const SIZE_LIMITS = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 28 };

/**
 * Kept so that they are never collected: Dawn's bindings crash when the object that gave a device is
 * collected while the device lives.
 */
const used = new Set<GPU>();

/**
 * Opens a device with just what a variant needs, or takes the caller's. Throws GDA7201 to GDA7205
 * where there is no WebGPU, adapter, device or variant that can run.
 */
export async function connect(manifest: Manifest, options: ConnectOptions): Promise<Connection> {
  const { device, variant: wanted } = options;
  if (device !== undefined) {
    const info = "adapterInfo" in device ? device.adapterInfo : undefined;
    const ability = { features: device.features, limits: device.limits, info };
    return { device, own: false, ...chooseVariant(manifest, ability, wanted) };
  }
  const gpu = options.gpu ?? (await findGpu());
  used.add(gpu);
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) throw gdaError(noAdapter, {});
  const info = "info" in adapter ? adapter.info : undefined;
  const ability = { features: adapter.features, limits: adapter.limits, info };
  const choice = chooseVariant(manifest, ability, wanted);
  const timing = options.timing === true ? ["timestamp-query"] : [];
  const opened = await requestDevice(adapter, {
    label: `GDA ${manifest.model}`,
    requiredFeatures: [...choice.variant.features, ...timing].filter((name) =>
      hasFeature(adapter, name),
    ),
    requiredLimits: limitsFor(manifest, choice.variant, adapter.limits),
  });
  return { device: opened, own: true, ...choice };
}

async function requestDevice(
  adapter: GPUAdapter,
  descriptor: GPUDeviceDescriptor,
): Promise<GPUDevice> {
  try {
    return await adapter.requestDevice(descriptor);
  } catch (cause) {
    throw gdaError(noDevice, { reason: reasonOf(cause) }, cause);
  }
}

function hasFeature(adapter: GPUAdapter, name: string): name is GPUFeatureName {
  return adapter.features.has(name);
}

/** What the variant asks for, and more room in a binding only where its tensors need it. */
function limitsFor(
  manifest: Manifest,
  variant: Variant,
  available: GPUSupportedLimits,
): Record<string, number> {
  const limits: Record<string, number> = { ...variant.limits };
  const needed = largestBinding(manifest, variant);
  for (const [name, guaranteed] of Object.entries(SIZE_LIMITS)) {
    const asked = Math.max(needed, variant.limits[name] ?? 0);
    if (asked > guaranteed) limits[name] = Math.min(asked, limitOf(available, name) ?? guaranteed);
  }
  return limits;
}
