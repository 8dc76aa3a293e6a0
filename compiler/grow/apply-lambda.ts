import { gdaError } from "../../runtime/error.js";
import { isFloat, type FloatDtype } from "../../runtime/weights/dtype.js";
import type { Weights } from "../../runtime/weights/weights.js";
import { overflow } from "../checkpoint/codes.js";
import {
  decodeInto,
  elementsFor,
  firstNotFinite,
  roundInto,
  valueOf,
  type Elements,
} from "../checkpoint/elements.js";
import { placeOf, readRows } from "./apply-rows.js";
import type { StoredTensor } from "../checkpoint/stored.js";
import type { LambdaRewrite } from "./rewrite.js";

/** Components this much smaller than the largest take up no rounding errors of others. */
const LEAST_SHARE = 1 / 256;

/** A vector of λ, as stored values in float64. */
interface Vector {
  readonly dtype: FloatDtype;
  readonly values: Float64Array;
}

/**
 * One of the four vectors of a λ whose init went down by `shift` (λ = exp(λq1·λk1) − exp(λq2·λk2) +
 * init, gda-math.md, section 5). A shift above 0 goes into the first exponential, one below 0 into
 * the second, so that an exponential always grows, which it always can. One vector of the two moves
 * along the other, the longer one, by the least that does it; the other three stay as they are. If
 * both are 0 the second becomes a constant first.
 *
 * λ is as exact as the dtype allows: what rounding one component leaves of the product goes into the
 * next, so that the product misses by half a unit in the last place of one component, not of all.
 */
export async function lambdaVector(
  { target, sources, shift }: LambdaRewrite,
  weights: Weights,
): Promise<Elements> {
  const index = sources.findIndex(({ tensor }) => tensor === target.tensor);
  const [q1, k1, q2, k2] = await Promise.all(sources.map((source) => readVector(source, weights)));
  if (!q1 || !k1 || !q2 || !k2) throw new RangeError("λ has four vectors");
  const grown = shift > 0 ? [...grow(q1, k1, shift), q2, k2] : [q1, k1, ...grow(q2, k2, -shift)];
  const vector = grown[index];
  if (vector === undefined) throw new RangeError(`${target.name} is no vector of λ`);
  const elements = elementsFor(vector.dtype, vector.values.length);
  roundInto(elements, vector.values, vector.dtype);
  const bad = firstNotFinite(elements, vector.dtype);
  if (bad < 0) return elements;
  const place = placeOf(target.shape, bad);
  throw gdaError(overflow, { tensor: target.name, place, dtype: vector.dtype });
}

async function readVector({ name, shape }: StoredTensor, weights: Weights): Promise<Vector> {
  const dtype = weights.tensors.get(name)?.dtype;
  if (dtype === undefined || !isFloat(dtype)) throw new RangeError(`${name} was not checked`);
  const run = { first: 0, count: shape[0] ?? 0 };
  const elements = await readRows({ weights, name, dtype, shape }, run);
  const values = new Float64Array(elements.length);
  decodeInto(values, elements, dtype, 1);
  return { dtype, values };
}

/** q and k with exp(q·k) greater by `more` ≥ 0. */
function grow(q: Vector, k: Vector, more: number): readonly [Vector, Vector] {
  if (more === 0) return [q, k];
  const now = dot(q.values, k.values);
  // In a form that overflows for no product.
  const wanted = now < 0 ? Math.log(Math.exp(now) + more) : now + Math.log1p(more * Math.exp(-now));
  const [qLength, kLength] = [dot(q.values, q.values), dot(k.values, k.values)];
  if (qLength > kLength) return [q, moved(k, q, wanted)];
  const along = kLength > 0 ? k : constant(k, wanted);
  return [moved(q, along, wanted), along];
}

/** A vector alike in all components, powers of two, since any dtype has these. */
function constant({ dtype, values }: Vector, wanted: number): Vector {
  const component = 2 ** Math.round(Math.log2(wanted / values.length) / 2);
  return { dtype, values: new Float64Array(values.length).fill(component) };
}

/** The vector that is moved along another so that their product is the wanted one. */
function moved(vector: Vector, { values: along }: Vector, wanted: number): Vector {
  const step = (wanted - dot(vector.values, along)) / dot(along, along);
  const values = vector.values.map((value, i) => value + step * (along[i] ?? 0));
  const least = LEAST_SHARE * along.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const weightOf = (i: number): number => Math.abs(along[i] ?? 0);
  const isFine = (i: number): boolean => weightOf(i) < least;
  // The finest first, which only leave errors; then from the coarsest on, which take them up.
  const coarsest = Array.from(values.keys()).toSorted((a, b) => weightOf(b) - weightOf(a));
  const order = [...coarsest.filter(isFine), ...coarsest.filter((i) => !isFine(i))];
  const rounded = elementsFor(vector.dtype, 1);
  const single = new Float64Array(1);
  let left = 0;
  for (const i of order) {
    const factor = along[i] ?? 0;
    const exact = values[i] ?? 0;
    single[0] = isFine(i) ? exact : exact + left / factor;
    roundInto(rounded, single, vector.dtype);
    const stored = valueOf(rounded[0], vector.dtype);
    left += (exact - stored) * factor;
    values[i] = stored;
  }
  return { dtype: vector.dtype, values };
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
