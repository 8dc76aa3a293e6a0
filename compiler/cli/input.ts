import { decode } from "../../runtime/index.js";
import { isFloat, sizeOf } from "../../runtime/weights/dtype.js";
import { unusableInput } from "./codes.js";
import { failure } from "./failure.js";
import { weightsAt } from "./weights.js";

/** Reads the input of a layer: the tensor `x` of a safetensors file, or its only one. */
export async function readInput(file: string, hidden: number): Promise<Float32Array> {
  const unusable = (problem: string): Error => failure(unusableInput, { file, problem });
  const stored = await weightsAt(file);
  const name = stored.tensors.size === 1 ? [...stored.tensors.keys()].join() : "x";
  const info = stored.tensors.get(name);
  if (info === undefined) throw unusable("it has several tensors, and none is named `x`");
  const { dtype, shape } = info;
  if (!isFloat(dtype) || shape.length !== 2 || shape[1] !== hidden) {
    throw unusable(`\`${name}\` is ${dtype} [${shape.join(", ")}], not floats [tokens, ${hidden}]`);
  }
  const numbers = decode(await stored.read(name, 0, sizeOf(shape)), dtype);
  const at = numbers.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) {
    throw unusable(`row ${Math.floor(at / hidden)} of \`${name}\` holds ${numbers[at]}`);
  }
  return Float32Array.from(numbers);
}
