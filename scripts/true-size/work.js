// What both sides of the true-size check run: it imports the package that it is given, and nothing
// else, so that it is the same in Node and in a page.

/** The finaliser of MurmurHash3, as numbers of deviation `deviation` around `mean`. */
function fill(numbers, key, mean, deviation) {
  for (let i = 0; i < numbers.length; i++) {
    let h = Math.imul(i + 1, 0x9e3779b1) ^ key;
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    numbers[i] = mean + deviation * Math.sqrt(3) * (((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1);
  }
  return numbers;
}

export function input(tokens, hidden) {
  return fill(new Float32Array(tokens * hidden), 7, 0, 1);
}

/** Weights for every checkpoint tensor that layer 0 reads. */
export function weights(manifest, tensor) {
  const made = new Map();
  for (const { shapes } of Object.values(manifest.layers[0].weights)) {
    for (const [name, shape] of Object.entries(shapes)) {
      const numbers = new Float32Array(shape.reduce((product, size) => product * size, 1));
      const norm = name.endsWith("subln.weight");
      const deviation = shape.length > 1 ? 1 / Math.sqrt(shape[1]) : 0.1;
      made.set(name, tensor(shape, fill(numbers, made.size + 1, norm ? 1 : 0, deviation)));
    }
  }
  return made;
}

/** Layer 0 of a package: a prompt, then steps. Gives y [tokens + steps, hidden]. */
export async function run(packageUrl, tokens, steps, options) {
  const { open, tensor, dims } = await import(packageUrl);
  const session = await open(options);
  const layer = await session.layer(0, weights(session.manifest, tensor));
  const cache = layer.cache({ capacity: tokens + steps });
  const x = input(tokens + steps, dims.hidden);
  const y = new Float32Array(x.length);
  const start = performance.now();
  y.set(await layer.prefill(x.subarray(0, tokens * dims.hidden), cache));
  const prefilled = performance.now();
  for (let t = tokens; t < tokens + steps; t++) {
    const row = x.subarray(t * dims.hidden, (t + 1) * dims.hidden);
    y.set(await layer.decode(row, cache), t * dims.hidden);
  }
  const end = performance.now();
  const variant = session.variant;
  const manifest = session.manifest;
  session.close();
  return { y, variant, manifest, prefillMs: prefilled - start, decodeMs: end - prefilled };
}
