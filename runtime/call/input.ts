import { wrongInput } from "../codes.js";
import { BufferUsage } from "../device/usage.js";
import { gdaError, type GdaError } from "../error.js";
import type { Tensor } from "../weights/tensor.js";

const FLOAT_BYTES = 4;

/** Rows of `hidden` numbers in memory or on the device. */
export type Rows<Hidden extends number = number> =
  Float32Array | GPUBuffer | Tensor<readonly [number, Hidden], "F32">;

/** x as it is copied to the device, with its number of rows, which a buffer leaves open. */
export interface Input {
  readonly data: Float32Array | GPUBuffer;
  readonly rows: number | undefined;
}

/** Throws GDA7403 for an x that is no rows of `hidden` numbers. */
export function inputOf(x: Rows | Tensor, hidden: number): Input {
  if (x instanceof Float32Array) {
    if (x.length === 0 || x.length % hidden !== 0) {
      throw wrong(
        `x has ${x.length} numbers, and a token of this model has ${hidden}`,
        "Pass whole tokens, one row after the other.",
      );
    }
    // Dawn's bindings refuse shared memory.
    const data = x.buffer instanceof ArrayBuffer ? x : new Float32Array(x);
    return { data, rows: x.length / hidden };
  }
  if ("usage" in x) return { data: x, rows: undefined };
  if (!("shape" in x)) {
    throw wrong(
      "x is neither numbers nor a buffer",
      "Pass a Float32Array, a GPUBuffer or a tensor.",
    );
  }
  if (x.shape.length !== 2 || x.shape[1] !== hidden || !(x.data instanceof Float32Array)) {
    throw wrong(
      `x is a tensor of ${x.dtype} [${x.shape.join(", ")}]`,
      `This model takes F32 [tokens, ${hidden}].`,
    );
  }
  return inputOf(x.data, hidden);
}

/** Throws GDA7403 where a buffer or an array does not hold `rows` rows, or cannot be copied. */
export function checkRoom(
  name: "x" | "y",
  data: Float32Array | GPUBuffer,
  rows: number,
  hidden: number,
): void {
  const needed = rows * hidden * FLOAT_BYTES;
  const bytes = data instanceof Float32Array ? data.byteLength : data.size;
  if (bytes < needed) {
    const problem = `${name} has ${bytes} bytes, and ${rows} tokens of this model take ${needed}`;
    throw wrong(problem, "Pass a larger one.");
  }
  if (data instanceof Float32Array) return;
  const [usage, flag] =
    name === "x"
      ? ([BufferUsage.copySource, "COPY_SRC"] as const)
      : ([BufferUsage.copyTarget, "COPY_DST"] as const);
  if ((data.usage & usage) === 0) {
    throw wrong(
      `The buffer ${name} cannot be copied`,
      `Create it with \`GPUBufferUsage.${flag}\`.`,
    );
  }
}

function wrong(problem: string, advice: string): GdaError {
  return gdaError(wrongInput, { problem, advice });
}
