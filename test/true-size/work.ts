import type { Layer, Manifest, OpenOptions, Session, Tensor } from "../../runtime/index.js";

/** What a package's `index.js` gives, as far as it is used here. */
interface PackageModule {
  readonly open: (options?: OpenOptions) => Promise<Session>;
  readonly tensor: (shape: readonly number[], data: Float32Array) => Tensor;
}

function isPackage(module: unknown): module is PackageModule {
  return typeof module === "object" && module !== null && "open" in module && "tensor" in module;
}

/** Uniform numbers of a deviation around a mean: the finaliser of MurmurHash3 of their indices. */
function fill(numbers: Float32Array, key: number, mean: number, deviation: number): Float32Array {
  for (let i = 0; i < numbers.length; i++) {
    let h = Math.imul(i + 1, 0x9e3779b1) ^ key;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    numbers[i] = mean + deviation * Math.sqrt(3) * (((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1);
  }
  return numbers;
}

export function input(tokens: number, hidden: number): Float32Array {
  return fill(new Float32Array(tokens * hidden), 7, 0, 1);
}

/** Numbers for every checkpoint tensor that the package's first layer reads. */
export function weights({ layers }: Manifest): ReadonlyMap<string, Tensor> {
  const made = new Map<string, Tensor>();
  for (const { shapes } of Object.values(layers[0]?.weights ?? {})) {
    for (const [name, shape] of Object.entries(shapes)) {
      const [, columns] = shape;
      const numbers = new Float32Array(shape.reduce((product, size) => product * size, 1));
      const deviation = columns === undefined ? 0.1 : 1 / Math.sqrt(columns);
      const mean = name.endsWith("subln.weight") ? 1 : 0;
      const data = fill(numbers, made.size + 1, mean, deviation);
      made.set(name, { dtype: "F32", shape, data });
    }
  }
  return made;
}

export interface Outcome {
  /** [tokens + steps, hidden] */
  readonly y: Float32Array;
  readonly variant: string;
  readonly manifest: Manifest;
  readonly prefillMs: number;
  readonly decodeMs: number;
}

/**
 * Runs the first layer of a package: a prompt, then steps. It imports the package and nothing else,
 * so that it is the same in Node and in a page.
 */
export async function run(
  packageUrl: string,
  tokens: number,
  steps: number,
  options: OpenOptions = {},
): Promise<Outcome> {
  const module: unknown = await import(/* @vite-ignore */ packageUrl);
  if (!isPackage(module)) throw new TypeError(`${packageUrl} is no kernel package`);
  const session = await module.open(options);
  const { manifest, variant } = session;
  const layer: Layer = await session.layer(0, weights(manifest));
  const cache = layer.cache({ capacity: tokens + steps });
  const x = input(tokens + steps, manifest.hidden);
  const y = new Float32Array(x.length);
  const row = (t: number): number => t * manifest.hidden;
  const start = performance.now();
  y.set(await layer.prefill(x.subarray(0, row(tokens)), cache));
  const prefilled = performance.now();
  for (let t = tokens; t < tokens + steps; t++) {
    y.set(await layer.decode(x.subarray(row(t), row(t + 1)), cache), row(t));
  }
  const decoded = performance.now();
  session.close();
  return { y, variant, manifest, prefillMs: prefilled - start, decodeMs: decoded - prefilled };
}
