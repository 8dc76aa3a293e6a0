import { wrongSize } from "../codes.js";
import { gdaError } from "../error.js";
import type { CompiledKernel } from "../device/kernels.js";
import type { KernelEntry, Size, Step } from "../manifest.js";
import { alignUp, type Symbols } from "../size.js";
import { bind, valueOf, type Bound, type PassSymbols } from "./bound.js";

const FIELD_BYTES = 4;

/** Uniform buffers are sized in whole vec4s. */
const STRUCT_ALIGNMENT = 16;

const MOST_U32 = 2 ** 32 - 1;

/** What says the uniforms of a dispatch, and the symbols in them that stay. */
interface Source {
  readonly step: Step;
  readonly kernel: Pick<CompiledKernel, "entry">;
  readonly known: Symbols;
}

interface Field {
  readonly at: number;
  readonly name: string;
  readonly type: "u32" | "f32";
  readonly bound: Bound;
}

/** The uniforms of a number of dispatches, side by side in the bytes of one buffer. */
export class UniformBlock {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #stride: number;
  readonly #kernels: readonly KernelEntry[];
  /** Those that are to be filled in: once all, then those that passes differ in. */
  #open: readonly Field[];
  #filled = false;

  constructor(sources: readonly Source[], limits: GPUSupportedLimits) {
    this.#kernels = sources.map(({ kernel }) => kernel.entry);
    const largest = Math.max(STRUCT_ALIGNMENT, ...this.#kernels.map(structBytes));
    this.#stride = alignUp(largest, limits.minUniformBufferOffsetAlignment);
    this.bytes = new Uint8Array(sources.length * this.#stride);
    this.#view = new DataView(this.bytes.buffer);
    this.#open = sources.flatMap(({ step, kernel, known }, dispatch) => {
      const [grid_x, grid_y, grid_z] = step.grid;
      const sizes: Readonly<Record<string, Size>> = { ...step.uniforms, grid_x, grid_y, grid_z };
      return kernel.entry.uniforms.map(({ name, type }, i) => ({
        at: dispatch * this.#stride + i * FIELD_BYTES,
        name,
        type,
        bound: bind(sizes[name] ?? NaN, known),
      }));
    });
  }

  /** Where the uniforms of a dispatch lie, for its bind group. */
  place(dispatch: number): { readonly offset: number; readonly size: number } {
    const kernel = this.#kernels[dispatch];
    return {
      offset: dispatch * this.#stride,
      size: Math.max(STRUCT_ALIGNMENT, kernel ? structBytes(kernel) : 0),
    };
  }

  /** Fills in the uniforms of a pass. Throws GDA7212 for a u32 that is no u32. */
  fill(pass: PassSymbols): void {
    for (const { at, name, type, bound } of this.#open) {
      const value = valueOf(bound, pass);
      if (type === "f32") this.#view.setFloat32(at, value, true);
      else if (Number.isInteger(value) && value >= 0 && value <= MOST_U32) {
        this.#view.setUint32(at, value, true);
      } else throw gdaError(wrongSize, { size: `of the uniform \`${name}\``, value });
    }
    if (!this.#filled) this.#open = this.#open.filter(({ bound }) => typeof bound !== "number");
    this.#filled = true;
  }
}

function structBytes({ uniforms }: KernelEntry): number {
  return alignUp(uniforms.length * FIELD_BYTES, STRUCT_ALIGNMENT);
}
