import { clocked } from "./timing.mjs";

/** Loops of multiply-adds: the type of a chain, chains that hide each other's latency, and how often
 * each is written out, since software adapters keep a loop's variables in memory. */
const FORMS = /** @type {const} */ ([
  ["f32", 8, 32],
  ["f32", 12, 32],
  ["f32", 16, 16],
  ["vec2f", 8, 16],
  ["vec4f", 4, 16],
  ["vec4f", 8, 16],
]);
const WIDTHS = { f32: 1, vec2f: 2, vec4f: 4 };
/** @typedef {keyof typeof WIDTHS} Type */

/** @param {Type} type @param {number} count @param {number} turns @param {number} iterations */
function multiplyAdds(type, count, turns, iterations) {
  const chains = Array.from({ length: count }, (_, i) => i);
  return `
@group(0) @binding(0) var<storage, read_write> out: array<${type}>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  let a = ${type}(0.999) + ${type}(f32(id.x)) * 1e-9;
  let b = ${type}(0.001);
${chains.map((i) => `  var x${i} = a + ${type}(${i}.0);`).join("\n")}
  for (var i = 0u; i < ${iterations}u; i += 1u) {
${Array.from({ length: turns }, () => chains.map((i) => `    x${i} = fma(x${i}, a, b);`))
  .flat()
  .join("\n")}
  }
  out[id.x] = ${chains.map((i) => `x${i}`).join(" + ")};
}`;
}

/**
 * A loop that reads all of a buffer.
 * @param {Type} type
 * @param {number} each loads in one turn
 * @param {number} lanes of a workgroup
 */
export function reading(type, each, lanes) {
  const loads = Array.from({ length: each }, (_, i) => `source[i + ${i}u * stride]`);
  return `
@group(0) @binding(0) var<storage, read_write> out: array<${type}>;
@group(0) @binding(1) var<storage, read> source: array<${type}>;
@compute @workgroup_size(${lanes}) fn main(
  @builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u,
) {
  let stride = groups.x * ${lanes}u;
  var sum = ${type}();
  for (var i = id.x; i < arrayLength(&source); i += ${each}u * stride) {
    sum += ${loads.join(" + ")};
  }
  out[id.x] = sum;
}`;
}

const INVOCATIONS = 2 ** 16;
const BYTES = 2 ** 26;
/** Few long loops suit CPUs, many short ones GPUs. */
const GROUPS = [16, 64, 256, 1024];

/**
 * What the adapter reaches at its best in loops that do nothing else: multiply-adds from registers,
 * and reading 64 MiB, each in several forms.
 * @param {GPU} gpu
 * @returns {Promise<import("./types.js").Peaks>}
 */
export async function peaksOf(gpu) {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) throw new Error("There is no adapter.");
  const device = await adapter.requestDevice();
  const usage = GPUBufferUsage.STORAGE;
  const out = device.createBuffer({ size: INVOCATIONS * 16, usage });
  const source = device.createBuffer({ size: BYTES, usage });
  /** @type {Record<string, number>} */
  const sums = {};
  for (const [type, chains, turns] of FORMS) {
    // The clock covers submission too, so the loop grows until that is little.
    let [iterations, ms] = [16, 0];
    while (ms < 100) {
      iterations *= ms > 0 && ms < 20 ? 8 : 2;
      const code = multiplyAdds(type, chains, turns, iterations);
      ms = await fastest(device, code, [out], INVOCATIONS / 64);
    }
    const flop = INVOCATIONS * iterations * turns * chains * WIDTHS[type] * 2;
    sums[`${chains} chains of ${type} multiply-adds`] = flop / ms / 1e6;
  }
  /** @type {Record<string, number>} */
  const reads = {};
  for (const [type, each, lanes] of /** @type {const} */ ([
    ["f32", 4, 64],
    ["vec2f", 4, 64],
    ["vec4f", 1, 64],
    ["vec4f", 4, 64],
    ["vec4f", 4, 8],
  ])) {
    for (const groups of GROUPS) {
      const ms = await fastest(device, reading(type, each, lanes), [out, source], groups);
      reads[`${each} ${type} a turn in ${groups} workgroups of ${lanes}`] = BYTES / ms / 1e6;
    }
  }
  device.destroy();
  return {
    gflops: Math.max(...Object.values(sums)),
    gigabytesPerSecond: Math.max(...Object.values(reads)),
    loops: { ...sums, ...reads },
  };
}

/**
 * Milliseconds.
 * @param {GPUDevice} device
 * @param {string} code
 * @param {readonly GPUBuffer[]} buffers
 * @param {number} groups
 */
async function fastest(device, code, buffers, groups) {
  const run = await runner(device, code, buffers, groups);
  await run();
  const times = [];
  for (let i = 0; i < 7; i++) times.push(await clocked(run));
  return Math.min(...times);
}

/**
 * A kernel, ready to be run to its end.
 * @param {GPUDevice} device
 * @param {string} code
 * @param {readonly GPUBuffer[]} buffers
 * @param {number} groups
 */
export async function runner(device, code, buffers, groups) {
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return async () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(groups);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
}
