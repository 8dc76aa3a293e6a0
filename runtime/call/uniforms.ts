import { wrongSize } from "../codes.js";
import { gdaError } from "../error.js";
import type { KernelEntry, Step } from "../manifest.js";
import { alignUp, evaluate, type Symbols } from "../size.js";

const FIELD_BYTES = 4;

/** Uniform buffers are sized in whole vec4s. */
const STRUCT_ALIGNMENT = 16;

const MOST_U32 = 2 ** 32 - 1;

/** The uniforms of a number of dispatches, side by side in the bytes of one buffer. */
export class UniformBlock {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #stride: number;
  readonly #kernels: readonly KernelEntry[];

  constructor(kernels: readonly KernelEntry[], limits: GPUSupportedLimits) {
    const largest = Math.max(STRUCT_ALIGNMENT, ...kernels.map(structBytes));
    this.#stride = alignUp(largest, limits.minUniformBufferOffsetAlignment);
    this.#kernels = kernels;
    this.bytes = new Uint8Array(kernels.length * this.#stride);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Where the uniforms of a dispatch lie, for its bind group. */
  place(dispatch: number): { readonly offset: number; readonly size: number } {
    const kernel = this.#kernels[dispatch];
    return {
      offset: dispatch * this.#stride,
      size: Math.max(STRUCT_ALIGNMENT, kernel ? structBytes(kernel) : 0),
    };
  }

  /** Fills in the uniforms of a dispatch. Throws GDA7212 for a u32 that is no u32. */
  set(dispatch: number, step: Step, grid: readonly number[], symbols: Symbols): void {
    const [x = 0, y = 0, z = 0] = grid;
    const grids: Symbols = { grid_x: x, grid_y: y, grid_z: z };
    let at = dispatch * this.#stride;
    for (const { name, type } of this.#kernels[dispatch]?.uniforms ?? []) {
      const value = grids[name] ?? evaluate(step.uniforms[name] ?? NaN, symbols);
      if (type === "f32") this.#view.setFloat32(at, value, true);
      else if (Number.isInteger(value) && value >= 0 && value <= MOST_U32) {
        this.#view.setUint32(at, value, true);
      } else throw gdaError(wrongSize, { size: `of the uniform \`${name}\``, value });
      at += FIELD_BYTES;
    }
  }
}

function structBytes({ uniforms }: KernelEntry): number {
  return alignUp(uniforms.length * FIELD_BYTES, STRUCT_ALIGNMENT);
}
