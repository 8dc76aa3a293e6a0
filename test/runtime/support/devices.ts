import { openGpu } from "../../../compiler/adapter/index.js";

/** A device of the adapter that the tests run on. */
export async function openDevice(features: GPUFeatureName[] = []): Promise<GPUDevice> {
  const gpu = await openGpu();
  const adapter = await gpu.requestAdapter();
  if (adapter === null) throw new Error("no adapter");
  return adapter.requestDevice({ requiredFeatures: features });
}

/** Limits that a device says it has in place of its own: WebGPU itself grants no less than it guarantees. */
type Limits = Partial<Record<keyof GPUSupportedLimits, number>>;

export async function deviceWithLimits(less: Limits): Promise<GPUDevice> {
  const device = await openDevice();
  const {
    maxComputeInvocationsPerWorkgroup,
    maxComputeWorkgroupStorageSize,
    maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage,
    minUniformBufferOffsetAlignment,
  } = device.limits;
  const limits = {
    maxBufferSize: 2 ** 28,
    maxComputeInvocationsPerWorkgroup,
    maxComputeWorkgroupStorageSize,
    maxStorageBufferBindingSize,
    maxStorageBuffersPerShaderStage,
    minUniformBufferOffsetAlignment,
    ...less,
  };
  Object.defineProperty(device, "limits", { value: limits });
  return device;
}

/** A device with small bindings, so that a few numbers make many segments and chunks. */
export function deviceWithBindings(bytes: number): Promise<GPUDevice> {
  return deviceWithLimits({ maxStorageBufferBindingSize: bytes });
}
