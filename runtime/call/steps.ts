import { tooManyWorkgroups } from "../codes.js";
import type { CompiledKernel } from "../device/kernels.js";
import type { Need } from "../device/pool.js";
import type { Timer } from "../device/timer.js";
import { BufferUsage } from "../device/usage.js";
import type { Workspace } from "../device/workspace.js";
import { gdaError } from "../error.js";
import type { Program, Step } from "../manifest.js";
import { segmentsBound } from "../over.js";
import type { Segments, Span } from "../segments.js";
import type { Symbols } from "../size.js";
import { bindCount, type PassSymbols } from "./bound.js";
import { passingTensors, poolName, Room, type PassingTensor, type RoomSymbols } from "./room.js";
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
  /** The symbols that stay. */
  readonly known: Symbols;
  readonly grid: readonly ((pass: PassSymbols) => number)[];
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
  /** The tensors of the pool that they bind. */
  readonly passing: readonly PassingTensor[];
  readonly #workspace: Workspace;
  readonly #program: Program;
  readonly #fixed: Segments;
  readonly #dispatches: readonly Dispatch[];
  readonly #uniforms: UniformBlock;
  readonly #room: Room;
  /** What the pool was last seen to hold; it never holds less than before. */
  #held: readonly Need[] | undefined;
  #groups: readonly GPUBindGroup[] = [];
  #version = -1;

  /**
   * `fixed` are the tensors that stay: weights, derived tensors and caches. `known` are the symbols
   * that stay; those in which passes differ must not be among them.
   */
  constructor(
    workspace: Workspace,
    program: Program,
    steps: readonly Step[],
    kernels: ReadonlyMap<string, CompiledKernel>,
    fixed: Segments,
    known: Symbols,
  ) {
    this.passing = passingTensors(program, steps);
    this.#workspace = workspace;
    this.#program = program;
    this.#fixed = fixed;
    this.#dispatches = steps.flatMap((step) => dispatchesOf(step, kernels, fixed, known));
    this.#uniforms = new UniformBlock(this.#dispatches, workspace.device.limits);
    this.#room = new Room(this.passing, known);
  }

  /** The step of each dispatch, in the order in which a timer measures them. */
  get dispatched(): readonly Step[] {
    return this.#dispatches.map(({ step }) => step);
  }

  /** The tensors that must be in the pool before these steps are recorded. */
  needs(pass: RoomSymbols): readonly Need[] {
    return this.#room.needs(pass);
  }

  /** Whether a pass makes no buffers and no bind groups, whose errors show only later. */
  isReady(pass: RoomSymbols): boolean {
    const { pool } = this.#workspace;
    const needs = this.needs(pass);
    return this.#version === pool.version && (needs === this.#held || pool.holds(this.#all(needs)));
  }

  /** Makes the buffers that a pass needs and that are not there yet. */
  provide(pass: RoomSymbols): void {
    const needs = this.needs(pass);
    if (needs !== this.#held) this.#workspace.pool.provide(this.#all(needs));
    this.#held = needs;
  }

  #all(needs: readonly Need[]): readonly Need[] {
    const bytes = this.#uniforms.bytes.byteLength;
    return [...needs, { name: UNIFORMS, bytes, usage: BufferUsage.uniform }];
  }

  /** Lets bind groups be made anew, after one of them has turned out to be wrong. */
  forget(): void {
    this.#version = -1;
  }

  /**
   * Records all dispatches into one pass, or with a timer each into its own. Throws GDA7211 and
   * GDA7212 for sizes that cannot be.
   */
  record(encoder: GPUCommandEncoder, symbols: PassSymbols, timer: Timer | undefined): void {
    const grids = this.#dispatches.map(({ step, grid }) => fold(step, grid, symbols));
    this.#uniforms.fill(symbols);
    const { pool, uploads } = this.#workspace;
    const uniforms = pool.get(UNIFORMS);
    if (uniforms !== undefined) {
      uploads.write(uniforms, this.#uniforms.bytes);
      if (this.#version !== pool.version) this.#bind(uniforms);
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
  known: Symbols,
): readonly Dispatch[] {
  const kernel = kernels.get(step.kernel);
  if (kernel === undefined) throw new Error(`no kernel ${step.kernel}`);
  const places = (tensor: string | undefined): readonly (Place | undefined)[] =>
    tensor === undefined
      ? [undefined]
      : (fixed.get(tensor) ?? []).map(({ first, count }, number) => ({ first, count, number }));
  return places(step.over).flatMap((over) =>
    places(step.into).map((into) => {
      const spans = { ...spanSymbols("segment", over), ...spanSymbols("into", into) };
      const all = { ...known, ...spans };
      const grid = step.grid.map((size) => bindCount(size, all));
      return { step, kernel, over, into, known: all, grid };
    }),
  );
}

function spanSymbols(name: "segment" | "into", span: Span | undefined): Symbols {
  return span === undefined ? {} : { [`${name}_first`]: span.first, [`${name}_count`]: span.count };
}

/** Workgroups in x and y. Kernels leave off those beyond the product of the grid. */
function fold(step: Step, grid: Dispatch["grid"], symbols: PassSymbols): readonly [number, number] {
  let total = 1;
  for (const size of grid) total *= size(symbols);
  const y = Math.ceil(total / FOLD);
  if (y > FOLD) {
    const what = { step: step.kernel, needed: total, available: FOLD * FOLD };
    throw gdaError(tooManyWorkgroups, what);
  }
  return [Math.min(total, FOLD), y];
}
