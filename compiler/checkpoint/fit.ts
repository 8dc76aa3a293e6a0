import { listNames } from "../../grammar/suggest.js";
import { gdaError } from "../../runtime/error.js";
import { nearest } from "../../runtime/near.js";
import { isFloat } from "../../runtime/weights/dtype.js";
import type { TensorInfo, Weights } from "../../runtime/weights/weights.js";
import { misfit } from "./codes.js";
import type { StoredTensor } from "./stored.js";

/** As many problems of a checkpoint as are told. */
const MOST_TOLD = 8;

/** Buffers that old versions of `transformers` stored: what the spec's `rope` says, as numbers. */
const BUFFER = /(^|\.)rotary_emb\.inv_freq$/;

/** What keeps a checkpoint from being one of a model. */
type Misfit =
  | { readonly kind: "missing"; readonly tensor: StoredTensor }
  | { readonly kind: "shape" | "dtype"; readonly tensor: StoredTensor; readonly found: TensorInfo }
  | { readonly kind: "unknown"; readonly name: string };

/** Whether a checkpoint has the tensors of a model in their shapes, as floats, and no others. */
export function fits(needed: readonly StoredTensor[], weights: Weights): boolean {
  return misfits(needed, weights).length === 0;
}

/**
 * Throws GDA8211 for a checkpoint that is not one of the model with these tensors. `hint` says what
 * to do.
 */
export function checkFit(
  needed: readonly StoredTensor[],
  { path, weights }: { readonly path: string; readonly weights: Weights },
  hint: string,
): void {
  const found = misfits(needed, weights);
  if (found.length === 0) return;
  const unknown = found.flatMap((each) => (each.kind === "unknown" ? [each.name] : []));
  const told = found.slice(0, MOST_TOLD).map((each) => textOf(each, unknown));
  const rest = found.length > told.length ? [`and ${found.length - told.length} more`] : [];
  throw gdaError(misfit, { file: path, problems: [...told, ...rest], hint });
}

function misfits(needed: readonly StoredTensor[], { tensors }: Weights): readonly Misfit[] {
  const known = new Map(needed.map((tensor) => [tensor.name, tensor]));
  const unknown = [...tensors.keys()].filter((name) => !known.has(name) && !BUFFER.test(name));
  return [
    ...[...known.values()].flatMap((tensor): readonly Misfit[] => {
      const found = tensors.get(tensor.name);
      if (found === undefined) return [{ kind: "missing", tensor }];
      if (shapeText(found) !== shapeText(tensor)) return [{ kind: "shape", tensor, found }];
      return isFloat(found.dtype) ? [] : [{ kind: "dtype", tensor, found }];
    }),
    ...unknown.map((name): Misfit => ({ kind: "unknown", name })),
  ];
}

function textOf(problem: Misfit, unknown: readonly string[]): string {
  switch (problem.kind) {
    case "missing": {
      const { name } = problem.tensor;
      const near = nearest(name, unknown);
      const hint = near.length > 0 ? ` (there is ${listNames(near, "and")})` : "";
      return `\`${name}\` ${shapeText(problem.tensor)} is missing${hint}`;
    }
    case "shape": {
      const { tensor, found } = problem;
      return `\`${tensor.name}\` is ${shapeText(found)}, and should be ${shapeText(tensor)}`;
    }
    case "dtype": {
      const { tensor, found } = problem;
      return `\`${tensor.name}\` is stored as ${found.dtype}, and weights are F64, F32, F16 or BF16`;
    }
    case "unknown":
      return `\`${problem.name}\` has no place in the model`;
  }
}

/** The buffers of a checkpoint that no model has as weights, so that nothing is made of them. */
export function buffersOf({ tensors }: Weights): readonly string[] {
  return [...tensors.keys()].filter((name) => BUFFER.test(name));
}

function shapeText({ shape }: { readonly shape: readonly number[] }): string {
  return `[${shape.join(", ")}]`;
}
