import type { CompiledKernel } from "./kernels.js";
import { BufferUsage } from "./usage.js";

/** More than a kernel asks of a binding to nothing, and a multiple of what offsets must be. */
const BINDING_BYTES = 256;

/**
 * Dispatches a kernel over nothing: it reads and writes no tensor. Many drivers translate a pipeline
 * only when it is first dispatched, and so they do it before there is anything to wait for.
 */
export function warmUp(device: GPUDevice, { entry, pipeline, layout }: CompiledKernel): void {
  const { storage, uniform, indirect } = BufferUsage;
  const label = "warm-up";
  // Zeros, which are also the size of the dispatch: Dawn warns of a direct one of no workgroups.
  const read = device.createBuffer({
    label,
    size: BINDING_BYTES,
    usage: storage | uniform | indirect,
  });
  const written = device.createBuffer({
    label,
    size: BINDING_BYTES * entry.bindings.length,
    usage: storage,
  });
  const reading = { buffer: read };
  const resources = entry.bindings.map(({ mode }, binding) =>
    mode === "read"
      ? reading
      : { buffer: written, offset: binding * BINDING_BYTES, size: BINDING_BYTES },
  );
  if (entry.uniforms.length > 0) resources.push(reading);
  const encoder = device.createCommandEncoder({ label });
  const pass = encoder.beginComputePass({ label });
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      label,
      layout,
      entries: resources.map((resource, binding) => ({ binding, resource })),
    }),
  );
  pass.dispatchWorkgroupsIndirect(read, 0);
  pass.end();
  device.queue.submit([encoder.finish()]);
  for (const buffer of [read, written]) buffer.destroy();
}
