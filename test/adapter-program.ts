// A program as the command line is one: it finds an adapter, starts again with it, and computes.
import { findAdapter, openGpu, restartWith } from "../compiler/adapter/index.js";

const DOUBLE = `
  @group(0) @binding(0) var<storage, read_write> values: array<f32>;
  @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
    values[id.x] = 2.0 * values[id.x];
  }`;

async function double(device: GPUDevice, values: Float32Array<ArrayBuffer>): Promise<number[]> {
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const size = values.byteLength;
  const buffer = device.createBuffer({ size, usage: STORAGE | COPY_SRC | COPY_DST });
  const result = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(buffer, 0, values);
  const module = device.createShaderModule({ code: DOUBLE });
  const pipeline = await device.createComputePipelineAsync({ layout: "auto", compute: { module } });
  const layout = pipeline.getBindGroupLayout(0);
  const entries = [{ binding: 0, resource: { buffer } }];
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
  pass.dispatchWorkgroups(values.length / 4);
  pass.end();
  encoder.copyBufferToBuffer(buffer, 0, result, 0, size);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);
  return [...new Float32Array(result.getMappedRange())];
}

const choice = await findAdapter();
await restartWith(choice);
const [exitCode, signal] = process.argv.slice(2);
const gpu = await openGpu();
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error("no adapter");
const doubled = await double(await adapter.requestDevice(), new Float32Array([1, 2, 3, 4]));
process.stdout.write(`${JSON.stringify({ kind: choice.kind, doubled })}\n`);
if (signal !== undefined) process.kill(process.pid, signal);
process.exit(Number(exitCode ?? 0));
