import { adapter } from "./adapter.js";

let device: Promise<GPUDevice> | undefined;

/** A compiled kernel takes megabytes, and a fuzz run meets thousands. */
const mostKept = 100;

/**
 * One device for all layers that a process opens. It compiles each kernel text once: most layers
 * share their projections, and a driver takes a second for what the tests then run in milliseconds.
 */
export function sharedDevice(): Promise<GPUDevice> {
  device ??= openShared();
  return device;
}

async function openShared(): Promise<GPUDevice> {
  const found = await adapter();
  const requiredFeatures: GPUFeatureName[] = found.features.has("subgroups") ? ["subgroups"] : [];
  const opened = await found.requestDevice({ requiredFeatures });
  const modules = new Map<string, GPUShaderModule>();
  const pipelines = new Map<GPUShaderModule, Promise<GPUComputePipeline>>();
  const createModule = opened.createShaderModule.bind(opened);
  const createPipeline = opened.createComputePipeline.bind(opened);
  const createShaderModule = (descriptor: GPUShaderModuleDescriptor): GPUShaderModule => {
    if (modules.size === mostKept) {
      modules.clear();
      pipelines.clear();
    }
    const known = modules.get(descriptor.code) ?? createModule(descriptor);
    modules.set(descriptor.code, known);
    return known;
  };
  // Equal texts have equal bindings, so a pipeline goes with any layout that was made for them.
  const createComputePipelineAsync = (
    descriptor: GPUComputePipelineDescriptor,
  ): Promise<GPUComputePipeline> => {
    const { module } = descriptor.compute;
    // In this thread: while Dawn compiles in another one, its binding keeps this one busy waiting.
    const known = pipelines.get(module) ?? Promise.resolve(createPipeline(descriptor));
    pipelines.set(module, known);
    return known;
  };
  return Object.assign(opened, { createShaderModule, createComputePipelineAsync });
}
