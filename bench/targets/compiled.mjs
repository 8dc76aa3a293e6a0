import { openGpu } from "../../dist/compiler/adapter/index.js";
import { Kernels } from "../../dist/runtime/device/kernels.js";
import { patiently } from "../../dist/runtime/device/patience.js";
import { open } from "../../dist/runtime/index.js";
import { packaged } from "./package.mjs";

/**
 * Milliseconds that a driver takes for the kernels of a first prefill when there is nothing else to
 * do: they are compiled and dispatched over nothing.
 * @param {{ readonly file: string }} given
 */
export async function compiledIn({ file }) {
  const gpu = await openGpu();
  const { opened, entry } = await packaged(file, gpu);
  const { device, variant: target } = await open(opened, { gpu });
  const variant = opened.manifest.variants.find((each) => each.target === target);
  const program = variant?.programs[entry.program];
  if (variant === undefined || program === undefined) throw new Error(`${file} has no program.`);
  const { load, prefill } = program;
  const names = new Set([...load, ...prefill.keys, ...prefill.queries].map(({ kernel }) => kernel));
  const start = performance.now();
  const kernels = new Kernels(device, variant, (path) => opened.text(path));
  const compiled = await kernels.compile(names, () => {});
  kernels.warmUp(compiled.values());
  await patiently(device.queue.onSubmittedWorkDone());
  return performance.now() - start;
}
