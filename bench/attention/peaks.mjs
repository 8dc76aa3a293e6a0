import { clocked } from "./timing.mjs";

/** Eight chains of multiply-adds, which hide each other's latency. */
const chains = [0, 1, 2, 3, 4, 5, 6, 7];
/** Multiply-adds of a chain in one turn of the loop: software adapters keep its variables in memory. */
const turns = Array.from({ length: 16 });
const FMA = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = vec4f(0.999) + vec4f(f32(id.x)) * 1e-9;
  let b = vec4f(0.001);
${chains.map((i) => `  var x${i} = a + vec4f(${i}.0);`).join("\n")}
  for (var i = 0u; i < ITERATIONSu; i += 1u) {
${turns.flatMap(() => chains.map((i) => `    x${i} = fma(x${i}, a, b);`)).join("\n")}
  }
  out[id.x] = ${chains.map((i) => `x${i}`).join(" + ")};
}`;

const READ = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@group(0) @binding(1) var<storage, read> source: array<vec4f>;
@compute @workgroup_size(64) fn main(
  @builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u,
) {
  var sum = vec4f();
  for (var i = id.x; i < arrayLength(&source); i += groups.x * 64u) {
    sum += source[i];
  }
  out[id.x] = sum;
}`;

const INVOCATIONS = 2 ** 16;
const BYTES = 2 ** 26;

/**
 * What the adapter reaches at its best in loops that do nothing else: multiply-adds from registers,
 * and reading 64 MiB. The clock covers submission too, so the first loop grows until that is little.
 * @param {GPUAdapter} adapter
 * @returns {Promise<import("./types.js").Peaks>}
 */
export async function peaksOf(adapter) {
  const device = await adapter.requestDevice();
  const usage = GPUBufferUsage.STORAGE;
  const out = device.createBuffer({ size: INVOCATIONS * 16, usage });
  const source = device.createBuffer({ size: BYTES, usage });
  const groups = INVOCATIONS / 64;
  // Few long loops suit CPUs, many short ones GPUs.
  const read = Math.min(
    await fastest(device, READ, [out, source], 64),
    await fastest(device, READ, [out, source], groups),
  );
  let [iterations, ms] = [32, 0];
  while (ms < 100) {
    iterations *= 2;
    ms = await fastest(device, FMA.replace("ITERATIONS", String(iterations)), [out], groups);
  }
  device.destroy();
  const flop = INVOCATIONS * iterations * turns.length * chains.length * 4 * 2;
  return { gflops: flop / ms / 1e6, gigabytesPerSecond: BYTES / read / 1e6 };
}

/**
 * Milliseconds.
 * @param {GPUDevice} device
 * @param {string} code
 * @param {readonly GPUBuffer[]} buffers
 * @param {number} groups
 */
async function fastest(device, code, buffers, groups) {
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const run = async () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(groups);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  await run();
  const times = [];
  for (let i = 0; i < 7; i++) times.push(await clocked(run));
  return Math.min(...times);
}
