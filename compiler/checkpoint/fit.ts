import { gdaError } from "../../runtime/error.js";
import { nearest } from "../../runtime/near.js";
import { isFloat } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { misfit } from "./codes.js";
import type { StoredTensor } from "./stored.js";

/** As many problems of a checkpoint as are told. */
const MOST_TOLD = 8;

/** Buffers that old versions of `transformers` stored: what the spec's `rope` says, as numbers. */
const BUFFER = /(^|\.)rotary_emb\.inv_freq$/;

/**
 * What keeps a checkpoint from being one of the model with these tensors, a sentence each: missing
 * tensors, other shapes, dtypes that are no floats, tensors that the model does not have.
 */
export function misfits(needed: readonly StoredTensor[], { tensors }: Weights): readonly string[] {
  const known = new Map(needed.map((tensor) => [tensor.name, tensor]));
  const unknown = [...tensors.keys()].filter((name) => !known.has(name) && !BUFFER.test(name));
  return [
    ...[...known.values()].flatMap(({ name, shape }) => {
      const info = tensors.get(name);
      if (info === undefined) {
        const near = nearest(name, unknown).map((each) => `\`${each}\``);
        const hint = near.length > 0 ? ` (there is ${near.join(", ")})` : "";
        return [`\`${name}\` ${shapeText(shape)} is missing${hint}`];
      }
      if (shapeText(info.shape) !== shapeText(shape)) {
        return [`\`${name}\` is ${shapeText(info.shape)}, and should be ${shapeText(shape)}`];
      }
      if (isFloat(info.dtype)) return [];
      return [`\`${name}\` is stored as ${info.dtype}, and weights are F64, F32, F16 or BF16`];
    }),
    ...unknown.map((name) => `\`${name}\` has no place in the model`),
  ];
}

/**
 * Throws GDA8211 for a checkpoint that is not one of the model with these tensors. `hint` says what
 * it is instead, or what to do.
 */
export function checkFit(
  needed: readonly StoredTensor[],
  { path, weights }: { readonly path: string; readonly weights: Weights },
  hint: string,
): void {
  const problems = misfits(needed, weights);
  if (problems.length === 0) return;
  const told = problems.slice(0, MOST_TOLD);
  const more = problems.length - told.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  throw gdaError(misfit, { file: path, problems: [...told, ...rest], hint });
}

/** The buffers of a checkpoint that no model has as weights, so that nothing is made of them. */
export function buffersOf({ tensors }: Weights): readonly string[] {
  return [...tensors.keys()].filter((name) => BUFFER.test(name));
}

function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}
