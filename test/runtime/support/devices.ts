import { openGpu } from "../../../compiler/adapter/index.js";

/** A device of the adapter that the tests run on. */
export async function openDevice(features: GPUFeatureName[] = []): Promise<GPUDevice> {
  const gpu = await openGpu();
  const adapter = await gpu.requestAdapter();
  if (adapter === null) throw new Error("no adapter");
  return adapter.requestDevice({ requiredFeatures: features });
}

/**
 * A device that says that its bindings are small, so that a few numbers make many segments and chunks.
 * WebGPU itself grants no less than 128 MiB.
 */
export async function deviceWithBindings(bytes: number): Promise<GPUDevice> {
  const device = await openDevice();
  const { minUniformBufferOffsetAlignment } = device.limits;
  const limits = {
    maxBufferSize: 2 ** 28,
    maxStorageBufferBindingSize: bytes,
    minUniformBufferOffsetAlignment,
  };
  Object.defineProperty(device, "limits", { value: limits });
  return device;
}
