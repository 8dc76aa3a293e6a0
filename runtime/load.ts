import { Steps } from "./call/steps.js";
import type { Gpu } from "./device/gpu.js";
import type { CompiledKernel } from "./device/kernels.js";
import { Workspace } from "./device/workspace.js";
import type { LayerEntry, Phases, Program, Step } from "./manifest.js";
import type { OnProgress } from "./progress.js";
import { destroySegments, type Segments } from "./segments.js";
import { allocateLoaded, loadedBytes, weightBytes } from "./weights/allocate.js";
import { uploadWeights } from "./weights/upload.js";
import { checkWeights } from "./weights/weight-check.js";
import type { Weights } from "./weights/weights.js";

/** A layer on a device. */
export interface LoadedLayer {
  readonly program: Program;
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  /** Weights, and what was derived from them. */
  readonly tensors: Segments;
}

/**
 * Compiles a layer's kernels and brings its weights to the device, side by side. What was made is
 * freed again when something fails.
 */
export async function loadLayer(
  gpu: Gpu,
  entry: LayerEntry,
  weights: Weights,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<LoadedLayer> {
  const program = gpu.variant.programs[entry.program];
  if (program === undefined) throw new Error(`no program ${entry.program}`);
  checkWeights(entry, weights);
  signal?.throwIfAborted();

  const doing = `the weights of layer ${entry.index}`;
  const allocated = gpu.watch(doing, loadedBytes(program, entry), () =>
    allocateLoaded(gpu, program, entry),
  );
  const tensors = allocated.value;
  const report = (stage: "compile" | "weights", total: number): ((done: number) => void) => {
    let sum = 0;
    return (done) => {
      sum += done;
      onProgress({ stage, layer: entry.index, done: sum, total });
    };
  };
  // One of the two stops the other when it fails.
  const stop = new AbortController();
  const either = AbortSignal.any(signal === undefined ? [stop.signal] : [stop.signal, signal]);
  const compile = async (): Promise<LoadedLayer["kernels"]> => {
    const { load, prefill, few, decode } = program;
    const names = kernelNames(load, [prefill, few, decode]);
    const compiled = report("compile", names.size);
    const kernels = await gpu.kernels.compile(names, () => {
      compiled(1);
    });
    // Only now, since a driver may compile nothing else meanwhile.
    const first = kernelNames(load, [prefill]);
    gpu.kernels.warmUp([...kernels].flatMap(([name, kernel]) => (first.has(name) ? [kernel] : [])));
    return kernels;
  };
  const upload = async (): Promise<void> => {
    const failure = await allocated.failure;
    if (failure !== undefined) throw failure;
    const each = report("weights", weightBytes(program, entry));
    await uploadWeights(gpu, entry, program, tensors, weights, each, either);
  };
  try {
    const [kernels] = await Promise.all([compile(), upload()]);
    signal?.throwIfAborted();
    const layer = { program, kernels, tensors };
    await derive(gpu, entry, layer);
    gpu.check();
    return layer;
  } catch (error) {
    stop.abort(error);
    destroySegments(tensors);
    throw error;
  }
}

function kernelNames(load: readonly Step[], phases: readonly Phases[]): ReadonlySet<string> {
  const steps = [...load, ...phases.flatMap(({ keys, queries }) => [...keys, ...queries])];
  return new Set(steps.map((step) => step.kernel));
}

/** What loading has none of. */
const NO_ROWS = { rows: 0, sequences: 0, most_rows: 0, most_keys: 0, residual: 0 };

/** Runs the steps that fill the derived tensors. */
async function derive(gpu: Gpu, entry: LayerEntry, layer: LoadedLayer): Promise<void> {
  const { program, kernels, tensors } = layer;
  if (program.load.length === 0) return;
  // Its own, since a caller may be encoding a call meanwhile.
  const workspace = new Workspace(gpu.device);
  const steps = new Steps(workspace, program, program.load, kernels, tensors, entry.constants);
  const doing = `preparing the weights of layer ${entry.index}`;
  const { failure } = gpu.watch(doing, 0, () => {
    const encoder = gpu.device.createCommandEncoder({ label: doing });
    workspace.begin(encoder);
    steps.provide(NO_ROWS);
    steps.record(encoder, NO_ROWS, undefined);
    workspace.uploads.flush();
    gpu.device.queue.submit([encoder.finish()]);
  });
  const error = await failure;
  workspace.destroy();
  if (error !== undefined) throw error;
}
