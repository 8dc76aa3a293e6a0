import { clocked, median } from "./timing.mjs";

const FMA = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = vec4f(0.999) + vec4f(f32(id.x)) * 1e-9;
  let b = vec4f(0.001);
  var x = array<vec4f, 4>(a, a + b, a - b, b);
  for (var i = 0u; i < ITERATIONSu; i += 1u) {
    x[0] = fma(x[0], a, b);
    x[1] = fma(x[1], a, b);
    x[2] = fma(x[2], a, b);
    x[3] = fma(x[3], a, b);
  }
  out[id.x] = x[0] + x[1] + x[2] + x[3];
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
 * What the adapter reaches in loops that do nothing else: multiply-adds from registers, and reading
 * 64 MiB. The clock covers submission too; iterations are doubled until that does not matter.
 * @param {GPUAdapter} adapter
 * @returns {Promise<import("./types.js").Peaks>}
 */
export async function peaksOf(adapter) {
  const device = await adapter.requestDevice();
  const usage = GPUBufferUsage.STORAGE;
  const out = device.createBuffer({ size: INVOCATIONS * 16, usage });
  const from = device.createBuffer({ size: BYTES, usage });
  let [iterations, ms] = [1024, 0];
  for (; ms < 50; iterations *= 2) {
    ms = await timeOf(device, FMA.replace("ITERATIONS", String(iterations)), [out]);
  }
  const read = await timeOf(device, READ, [out, from]);
  device.destroy();
  // The loop has doubled once more after the run that counts.
  const flop = INVOCATIONS * (iterations / 2) * 4 * 4 * 2;
  return { gflops: flop / ms / 1e6, gigabytesPerSecond: BYTES / read / 1e6 };
}

/**
 * @param {GPUDevice} device
 * @param {string} code
 * @param {readonly GPUBuffer[]} buffers
 */
async function timeOf(device, code, buffers) {
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const run = async () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(INVOCATIONS / 64);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  await run();
  const times = [];
  for (let i = 0; i < 5; i++) times.push(await clocked(run));
  return median(times);
}
