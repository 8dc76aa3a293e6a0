import { wrongInput } from "../codes.js";
import { BufferUsage } from "../device/usage.js";
import { gdaError, type GdaError } from "../error.js";
import type { TensorEntry } from "../manifest.js";
import type { Tensor } from "../weights/tensor.js";

const FLOAT_BYTES = 4;

/** Rows of `hidden` numbers in memory or on the device. */
export type Rows<Hidden extends number = number> =
  Float32Array | GPUBuffer | Tensor<readonly [number, Hidden], "F32">;

/** What a call may bring. */
type Brought = "x" | "residual";

/** Rows as they are copied to the device, with their number, which a buffer leaves open. */
export interface Input {
  readonly data: Float32Array | GPUBuffer;
  readonly rows: number | undefined;
}

/** Throws GDA7403 for what is no rows of `hidden` numbers. */
export function inputOf(name: Brought, x: Rows | Tensor, hidden: number): Input {
  if (x instanceof Float32Array) {
    if (x.length === 0 || x.length % hidden !== 0) {
      throw wrong(
        `${name} has ${x.length} numbers, and a token of this model has ${hidden}`,
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
      `${name} is neither numbers nor a buffer`,
      "Pass a Float32Array, a GPUBuffer or a tensor.",
    );
  }
  if (x.shape.length !== 2 || x.shape[1] !== hidden || !(x.data instanceof Float32Array)) {
    throw wrong(
      `${name} is a tensor of ${x.dtype} [${x.shape.join(", ")}]`,
      `This model takes F32 [tokens, ${hidden}].`,
    );
  }
  return inputOf(name, x.data, hidden);
}

/** Throws GDA7403 where a buffer or an array does not hold `rows` rows, or cannot be copied. */
export function checkRoom(
  name: Brought | "y",
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
    name === "y"
      ? ([BufferUsage.copyTarget, "COPY_DST"] as const)
      : ([BufferUsage.copySource, "COPY_SRC"] as const);
  if ((data.usage & usage) === 0) {
    throw wrong(
      `The buffer ${name} cannot be copied`,
      `Create it with \`GPUBufferUsage.${flag}\`.`,
    );
  }
}

/** Throws GDA7403 where none of these tensors takes rows to add to y. */
export function checkAdds(tensors: Iterable<TensorEntry>): void {
  for (const { role } of tensors) if (role === "residual") return;
  throw wrong(
    "The kernels of this package add no residual to y",
    "Leave `residual` out and add it to y, or build the package again.",
  );
}

function wrong(problem: string, advice: string): GdaError {
  return gdaError(wrongInput, { problem, advice });
}
