import { analyze } from "../../../dist/compiler/analyze.js";
import { compileLayers, layerEntry } from "../../../dist/compiler/kernels/compile.js";
import { portableMachine } from "../../../dist/compiler/kernels/machine.js";
import { parameters } from "../../../dist/compiler/kernels/pieces/parameters.js";
import { recordPass } from "../../../dist/runtime/call/record.js";
import { passOver } from "../../../dist/runtime/call/step-lists.js";
import { Steps } from "../../../dist/runtime/call/steps.js";
import { Gpu } from "../../../dist/runtime/device/gpu.js";
import { Reads } from "../../../dist/runtime/device/readback.js";
import { EPS } from "../problem.mjs";

/** @typedef {import("../types.js").Problem} Problem */

/** @type {readonly GPUFeatureName[]} */
const FEATURES = ["subgroups", "timestamp-query"];

/**
 * The compiled core alone: the steps of a layer between its projections, on buffers that hold q as
 * its projection leaves it, and K and V as they lie in the cache. All rows go through in one pass.
 * @param {GPU} gpu
 * @param {"best" | "portable"} variant the best for the adapter, or the one that needs no feature
 * @returns {import("../types.js").Prepare}
 */
export function gda(gpu, variant) {
  return async (problem) => {
    // An adapter gives one device only.
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (adapter === null) throw new Error("There is no adapter.");
    const machine = variant === "best" ? machineOf(adapter) : portableMachine;
    return prepare(adapter, machine, problem);
  };
}

/** @param {Problem} problem */
function specOf({ shape, keys }) {
  const { groups, signals, noise, headDim, valueDim, ownKeys, lambda, headNorm, window } = shape;
  const mask = window === undefined ? "causal" : `window(keys: ${window})`;
  const noisy =
    noise === 0
      ? ""
      : `, noise_keys: ${ownKeys ? "own" : "shared"}, lambda: ${
          lambda === "sigmoid" ? "sigmoid(per: signal)" : `constant(value: ${lambda})`
        }`;
  return `model Bench {
  hidden: 64, layers: 1, context: ${keys}, dtype: f32
  attention {
    group[${groups}] { signal: ${signals}, noise: ${noise} }, head_dim: ${headDim}, value_dim: ${valueDim}
    rope: none, mask: ${mask}, head_norm: ${headNorm ? `rms(eps: ${EPS})` : "none"}${noisy}
  }
}
`;
}

/** @param {Problem} problem */
function layerOf(problem) {
  const text = specOf(problem);
  const { models, diagnostics } = analyze("bench.gda", {
    read: (name) => (name === "bench.gda" ? text : undefined),
  });
  const [model] = models;
  const [layer] = model?.layers ?? [];
  if (model === undefined || layer === undefined) {
    throw new Error(`${diagnostics[0]?.message ?? "no model"}\n${text}`);
  }
  return { model, layer };
}

/**
 * @param {GPUAdapter} adapter
 * @returns {import("../../../dist/compiler/kernels/machine.js").Machine}
 */
function machineOf({ info, features }) {
  const { subgroupMinSize: least, subgroupMaxSize: most } = info;
  return features.has("subgroups") && least === most
    ? { hands: "subgroup", team: least }
    : portableMachine;
}

/**
 * @param {GPUAdapter} adapter
 * @param {import("../../../dist/compiler/kernels/machine.js").Machine} machine
 * @param {Problem} problem
 * @returns {Promise<import("../types.js").Prepared>}
 */
async function prepare(adapter, machine, problem) {
  const { batch, tokens, keys, phase, shape } = problem;
  const { model, layer } = layerOf(problem);
  const compiled = compileLayers(model, [layer], machine);
  const texts = new Map(compiled.texts.map(({ name, wgsl }) => [name, wgsl]));
  const kernels = Object.fromEntries(
    Object.entries(compiled.kernels).map(([name, entry]) => [
      name,
      { ...entry, file: name, map: "" },
    ]),
  );
  const [programName = ""] = compiled.programOf;
  const program = compiled.programs[programName];
  if (program === undefined) throw new Error("no program");
  const { chunk, features, programs } = compiled;
  const variant = { target: "bench", features, limits: {}, chunk, kernels, programs };

  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures: FEATURES.filter((name) => adapter.features.has(name)),
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  const text = (/** @type {string} */ name) => Promise.resolve(texts.get(name) ?? "");
  const gpu = new Gpu({ device, own: false, variant, skipped: [] }, text, true);

  const core = program[phase].queries.filter(({ label }) => /^(core|merge) /.test(label));
  const names = new Set(core.map(({ kernel }) => kernel));
  const ready = await gpu.kernels.compile(names, () => {});
  const heads = batch * tokens * shape.groups * shape.signals * shape.valueDim;
  const out = storage(device, new Float32Array(heads));
  const units = batch * shape.groups;
  const fixed = new Map(
    Object.entries({
      q_rows: { buffer: storage(device, queryRows(problem)), count: batch * tokens },
      cache_k: { buffer: storage(device, keyRows(problem)), count: units },
      cache_v: { buffer: storage(device, problem.v), count: units },
      head_rows: { buffer: out, count: batch * tokens },
      lambda_rows: { buffer: storage(device, lambdaRows(problem)), count: batch * tokens },
      parameters: { buffer: storage(device, packed(problem, layer)), count: 1 },
    }).map(([name, segment]) => [name, [{ ...segment, first: 0 }]]),
  );
  const { constants } = layerEntry(model, layer, programName);
  const cache = { capacity: keys, slots: batch, block: keys, block_shift: 31, pair_units: 1 };
  const known = { ...constants, ...cache };
  const steps = new Steps(gpu.workspace, program, core, ready, fixed, known);
  const parts = Array.from({ length: batch }, (_, slot) => ({
    slot,
    rows: tokens,
    position: keys - tokens,
    keys,
    prefix: 0,
    firstRow: slot * tokens,
    table: { block: keys, blocks: [slot], stride: shape.groups },
  }));
  const pass = passOver({ firstRow: 0, rows: batch * tokens, parts }, steps, 0);
  const ends = { bring: () => {}, fetch: () => {} };
  const result = new Float32Array(heads);
  return {
    run: async () => {
      const encoder = device.createCommandEncoder();
      const reads = new Reads(gpu.readback);
      recordPass(gpu, encoder, pass, ends);
      const staging = reads.expect(out.size, (data) => {
        result.set(new Float32Array(data, 0, heads));
      });
      encoder.copyBufferToBuffer(out, 0, staging, 0, out.size);
      device.queue.submit([encoder.finish()]);
      await reads.finish();
      return result;
    },
    at: (b, g, s, t) =>
      ((b * tokens + t) * shape.groups * shape.signals + g * shape.signals + s) * shape.valueDim,
    ...(gpu.timer ? { device: () => deviceMs(gpu, pass) } : {}),
    close: () => {
      gpu.destroy();
      device.destroy();
    },
  };
}

/**
 * @param {Gpu} gpu
 * @param {import("../../../dist/runtime/call/step-lists.js").Pass} pass
 */
async function deviceMs(gpu, pass) {
  const encoder = gpu.device.createCommandEncoder();
  const reads = new Reads(gpu.readback);
  let ms = 0;
  recordPass(gpu, encoder, pass, { bring: () => {}, fetch: () => {} }, gpu.timer);
  gpu.timer?.resolve(encoder, pass.steps.dispatched.length, reads, (times) => {
    ms = times.reduce((sum, ns) => sum + ns, 0) / 1e6;
  });
  gpu.device.queue.submit([encoder.finish()]);
  await reads.finish();
  return ms;
}

/**
 * @param {GPUDevice} device
 * @param {Float32Array} data
 */
function storage(device, data) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ size: Math.max(16, data.byteLength), usage });
  device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
  return buffer;
}

/**
 * [row, query head, d]: in a group the signal heads, then the noise head.
 * @param {Problem} problem
 */
function queryRows({ shape, batch, tokens, q1, q2 }) {
  const { groups, signals, noise, headDim } = shape;
  const perGroup = signals + noise;
  const rows = new Float32Array(batch * tokens * groups * perGroup * headDim);
  for (let unit = 0; unit < batch * groups; unit++) {
    const [b, g] = [Math.floor(unit / groups), unit % groups];
    for (let t = 0; t < tokens; t++) {
      for (let head = 0; head < perGroup; head++) {
        const to = ((b * tokens + t) * groups * perGroup + g * perGroup + head) * headDim;
        const from = head < signals ? (unit * signals + head) * tokens + t : unit * tokens + t;
        const q = head < signals ? q1 : q2;
        rows.set(q.subarray(from * headDim, (from + 1) * headDim), to);
      }
    }
  }
  return rows;
}

/**
 * [slot, pair, key, d]: K1, then K2 where noise heads have keys of their own.
 * @param {Problem} problem
 */
function keyRows({ shape, k1, k2 }) {
  const { noise, ownKeys, headDim } = shape;
  if (noise === 0 || !ownKeys) return k1;
  const rows = new Float32Array(2 * k1.length);
  for (let from = 0; from < k1.length; from += headDim) {
    rows.set(k1.subarray(from, from + headDim), 2 * from);
    rows.set(k2.subarray(from, from + headDim), 2 * from + headDim);
  }
  return rows;
}

/**
 * [row, signal head]
 * @param {Problem} problem
 */
function lambdaRows({ shape, batch, tokens, logits }) {
  const heads = shape.groups * shape.signals;
  return Float32Array.from({ length: batch * tokens * heads }, (_, i) => {
    const [row, head] = [Math.floor(i / heads), i % heads];
    const [b, t] = [Math.floor(row / tokens), row % tokens];
    return logits[(b * heads + head) * tokens + t] ?? 0;
  });
}

/**
 * The small vectors as the layer's `load` steps would pack them.
 * @param {Problem} problem
 * @param {import("../../../dist/compiler/plan/plan.js").LayerPlan} layer
 */
function packed({ normWeight }, layer) {
  const { size, at } = parameters(layer);
  const values = new Float32Array(size);
  if (at.head_norm !== undefined) values.set(normWeight, at.head_norm);
  return values;
}
