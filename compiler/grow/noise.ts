import { mix, streamKey } from "../reference/random.js";

/**
 * Normal random numbers, each a function of the seed, the stream's name, its row and its column
 * alone: it does not matter in which order, or in blocks of which size, they are asked for.
 *
 * The bits come from the finaliser of MurmurHash3 over the column, keyed twice by 32 bits of the row
 * (as `randomNumbers` of the reference, with a key of 64 bits, since a checkpoint has more rows than
 * 32 bits keep apart). The ziggurat of 128 layers turns them into normal numbers: Marsaglia and Tsang
 * 2000, in Doornik's form (2005), where layer and place in it come from different bits.
 */
export class NormalNoise {
  readonly #keys: readonly [number, number];

  constructor(seed: number, stream: string) {
    this.#keys = [streamKey(seed, `${stream} 0`), streamKey(seed, `${stream} 1`)];
  }

  /** Writes the numbers of a row from column `first` on, times `deviation`, into all of `target`. */
  fill(target: Float64Array, row: number, first: number, deviation: number): void {
    const rowBits = mix(row + 1);
    const outer = mix(this.#keys[0] ^ rowBits);
    const inner = mix(this.#keys[1] ^ rowBits);
    for (let i = 0; i < target.length; i++) {
      target[i] = deviation * normal(mix(outer ^ mix(inner ^ (first + i))));
    }
  }
}

const LAYERS = 128;
/** Where the tail begins, and the area of each layer. */
const TAIL = 3.442619855899;
const AREA = 9.91256303526217e-3;

/** The right edge of each layer, from the bottom up; the bottom one is as wide as its area asks. */
const edges = layerEdges();
/** Below this share of a layer's width a number lies under the curve for sure. */
const safe = Float64Array.from({ length: LAYERS }, (_, i) => at(edges, i + 1) / at(edges, i));
const heights = Float64Array.from(edges, density);

function layerEdges(): Float64Array {
  const found = new Float64Array(LAYERS + 1);
  found[0] = AREA / density(TAIL);
  found[1] = TAIL;
  for (let i = 2; i < LAYERS; i++) {
    const below = at(found, i - 1);
    found[i] = Math.sqrt(-2 * Math.log(AREA / below + density(below)));
  }
  return found;
}

function density(x: number): number {
  return Math.exp(-0.5 * x * x);
}

function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}

/** The normal number of 32 random bits: 7 choose the layer, 24 the place in it. */
function normal(bits: number): number {
  const layer = bits & (LAYERS - 1);
  const share = ((bits >> 8) + 0.5) * 2 ** -23;
  if (Math.abs(share) < at(safe, layer)) return share * at(edges, layer);
  return unsure(bits, layer, share);
}

/** Outside the sure part, 1 number in 80: in the tail, in the wedge under the curve, or once more. */
function unsure(bits: number, layer: number, share: number): number {
  const first = mix(bits ^ 0x9e3779b9);
  if (layer === 0) return Math.sign(share) * tail(first);
  const x = share * at(edges, layer);
  const bottom = at(heights, layer);
  const height = bottom + unit(first) * (at(heights, layer + 1) - bottom);
  return height < density(x) ? x : normal(mix(first ^ 0x9e3779b9));
}

/** A number of the normal distribution beyond `TAIL`. */
function tail(seed: number): number {
  for (let bits = seed; ;) {
    const x = -Math.log(unit(bits)) / TAIL;
    bits = mix(bits ^ 0x9e3779b9);
    if (-2 * Math.log(unit(bits)) > x * x) return TAIL + x;
    bits = mix(bits ^ 0x9e3779b9);
  }
}

/** Between 0 and 1, neither of them. */
function unit(bits: number): number {
  return ((bits >>> 0) + 0.5) * 2 ** -32;
}
