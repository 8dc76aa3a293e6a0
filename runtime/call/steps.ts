import { tooManyWorkgroups } from "../codes.js";
import type { CompiledKernel } from "../device/kernels.js";
import type { Need } from "../device/pool.js";
import type { Timer } from "../device/timer.js";
import { BufferUsage } from "../device/usage.js";
import type { Workspace } from "../device/workspace.js";
import { gdaError } from "../error.js";
import type { Program, Step, TensorEntry } from "../manifest.js";
import { segmentsBound } from "../over.js";
import type { Segments, Span } from "../segments.js";
import { count, type Symbols } from "../size.js";
import { needsOf, passingTensors, poolName } from "./room.js";
import { UniformBlock } from "./uniforms.js";

/** WebGPU's guaranteed number of workgroups in one dimension; kernels unfold by the same number. */
const FOLD = 65_535;

const UNIFORMS = "uniforms";

/** One step, or its part over one segment, or over one and into another. */
interface Dispatch {
  readonly step: Step;
  readonly kernel: CompiledKernel;
  readonly over: Place | undefined;
  readonly into: Place | undefined;
}

/** A segment, and which of its tensor's it is. */
interface Place extends Span {
  readonly number: number;
}

/**
 * Steps of a program, made ready for the tensors that they run on. Bind groups are made when they are
 * first needed and kept while the buffers stay the same.
 */
export class Steps {
  /** The tensors of the pool that they bind, by name. */
  readonly passing: ReadonlyMap<string, TensorEntry>;
  readonly #workspace: Workspace;
  readonly #program: Program;
  readonly #fixed: Segments;
  readonly #dispatches: readonly Dispatch[];
  readonly #uniforms: UniformBlock;
  #groups: readonly GPUBindGroup[] = [];
  #version = -1;

  /** `fixed` are the tensors that stay: weights, derived tensors and caches. */
  constructor(
    workspace: Workspace,
    program: Program,
    steps: readonly Step[],
    kernels: ReadonlyMap<string, CompiledKernel>,
    fixed: Segments,
  ) {
    this.passing = passingTensors(program, steps);
    this.#workspace = workspace;
    this.#program = program;
    this.#fixed = fixed;
    this.#dispatches = steps.flatMap((step) => dispatchesOf(step, kernels, fixed));
    const entries = this.#dispatches.map(({ kernel }) => kernel.entry);
    this.#uniforms = new UniformBlock(entries, workspace.device.limits);
  }

  /** The step of each dispatch, in the order in which a timer measures them. */
  get dispatched(): readonly Step[] {
    return this.#dispatches.map(({ step }) => step);
  }

  /** What must be in the pool before these steps are recorded. */
  needs(symbols: Symbols): readonly Need[] {
    const bytes = this.#uniforms.bytes.byteLength;
    const uniforms = { name: UNIFORMS, bytes, usage: BufferUsage.uniform };
    return [...needsOf(this.passing, symbols), uniforms];
  }

  /** Whether bind groups are to be made, whose errors show only later. */
  get stale(): boolean {
    return this.#version !== this.#workspace.pool.version;
  }

  /** Lets bind groups be made anew, after one of them has turned out to be wrong. */
  forget(): void {
    this.#version = -1;
  }

  /**
   * Records all dispatches into one pass, or with a timer each into its own. Throws GDA7211 and
   * GDA7212 for sizes that cannot be.
   */
  record(encoder: GPUCommandEncoder, symbols: Symbols, timer: Timer | undefined): void {
    const grids = this.#dispatches.map(({ step, over, into }, i) => {
      const known = { ...symbols, ...spanSymbols("segment", over), ...spanSymbols("into", into) };
      const grid = step.grid.map((size) => count(size, known));
      this.#uniforms.set(i, step, grid, known);
      return fold(step, grid);
    });
    const uniforms = this.#workspace.pool.get(UNIFORMS);
    if (uniforms !== undefined) {
      this.#workspace.uploads.write(uniforms, this.#uniforms.bytes);
      if (this.stale) this.#bind(uniforms);
    }
    if (timer === undefined) {
      const pass = encoder.beginComputePass();
      grids.forEach((grid, i) => {
        this.#dispatch(pass, i, grid);
      });
      pass.end();
    } else {
      grids.forEach((grid, i) => {
        const pass = encoder.beginComputePass(timer.writes(i));
        this.#dispatch(pass, i, grid);
        pass.end();
      });
    }
  }

  #dispatch(pass: GPUComputePassEncoder, i: number, [x, y]: readonly [number, number]): void {
    const dispatch = this.#dispatches[i];
    const group = this.#groups[i];
    if (dispatch === undefined || group === undefined || x === 0) return;
    pass.setPipeline(dispatch.kernel.pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(x, y);
  }

  #bind(uniforms: GPUBuffer): void {
    const { device, pool } = this.#workspace;
    this.#groups = this.#dispatches.map((dispatch, i) => {
      const { step, kernel } = dispatch;
      const resources: GPUBufferBinding[] = kernel.entry.bindings.map(({ name }) => ({
        buffer: this.#buffer(dispatch, step.tensors[name] ?? ""),
      }));
      if (kernel.entry.uniforms.length > 0) {
        resources.push({ buffer: uniforms, ...this.#uniforms.place(i) });
      }
      const entries = resources.map((resource, binding) => ({ binding, resource }));
      return device.createBindGroup({ label: step.kernel, layout: kernel.layout, entries });
    });
    this.#version = pool.version;
  }

  #buffer(dispatch: Dispatch, name: string): GPUBuffer {
    const tensor = this.#program.tensors[name];
    const bound = segmentsBound(this.#program, dispatch.step, name);
    const number = bound === undefined ? 0 : (dispatch[bound]?.number ?? 0);
    const segment = this.#fixed.get(name)?.[number];
    const buffer = segment?.buffer ?? (tensor && this.#workspace.pool.get(poolName(name, tensor)));
    if (buffer === undefined) throw new Error(`no buffer for the tensor ${name}`);
    return buffer;
  }
}

function dispatchesOf(
  step: Step,
  kernels: ReadonlyMap<string, CompiledKernel>,
  fixed: Segments,
): readonly Dispatch[] {
  const kernel = kernels.get(step.kernel);
  if (kernel === undefined) throw new Error(`no kernel ${step.kernel}`);
  const places = (tensor: string | undefined): readonly (Place | undefined)[] =>
    tensor === undefined
      ? [undefined]
      : (fixed.get(tensor) ?? []).map(({ first, count }, number) => ({ first, count, number }));
  return places(step.over).flatMap((over) =>
    places(step.into).map((into) => ({ step, kernel, over, into })),
  );
}

function spanSymbols(name: "segment" | "into", span: Span | undefined): Symbols {
  return span === undefined ? {} : { [`${name}_first`]: span.first, [`${name}_count`]: span.count };
}

/** Workgroups in x and y. Kernels leave off those beyond the product of the grid. */
function fold(step: Step, grid: readonly number[]): readonly [number, number] {
  const total = grid.reduce((product, size) => product * size, 1);
  const y = Math.ceil(total / FOLD);
  if (y > FOLD) {
    const what = { step: step.kernel, needed: total, available: FOLD * FOLD };
    throw gdaError(tooManyWorkgroups, what);
  }
  return [Math.min(total, FOLD), y];
}
