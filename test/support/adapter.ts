import { openGpu as openDawn } from "../../compiler/adapter/index.js";

let gpu: Promise<GPU> | undefined;

/** Dawn on the adapter that vitest.config.ts chose, once a process. */
export function openGpu(): Promise<GPU> {
  gpu ??= openDawn();
  return gpu;
}

export async function adapter(): Promise<GPUAdapter> {
  const found = await (await openGpu()).requestAdapter();
  if (found === null) throw new Error("this process has no WebGPU adapter");
  return found;
}
