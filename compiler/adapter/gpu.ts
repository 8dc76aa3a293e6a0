/** Dawn's bindings crash when the object is collected while a device of it lives, so none ever is. */
const opened: GPU[] = [];

/**
 * Opens WebGPU in this process and installs its globals (`GPUBufferUsage` and so on). Which adapter
 * it gives depends on the environment that the process was started with: see `findAdapter`. The
 * options are Dawn's own, for instance `backend=null` to validate shaders without any adapter.
 */
export async function openGpu(options: readonly string[] = []): Promise<GPU> {
  const { create, globals } = await import("webgpu");
  Object.assign(globalThis, globals);
  const gpu = create([...options]);
  opened.push(gpu);
  return gpu;
}
