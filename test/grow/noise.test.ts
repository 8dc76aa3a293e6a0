import { expect, test } from "vitest";
import { NormalNoise } from "../../compiler/grow/noise.js";

function row(noise: NormalNoise, number: number, first: number, count: number): Float64Array {
  const drawn = new Float64Array(count);
  noise.fill(drawn, number, first, 1);
  return drawn;
}

function correlation(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / a.length;
}

const COUNT = 2 ** 18;
const noise = new NormalNoise(1, "model.layers.0.mlp.up_proj.weight");
const drawn = row(noise, 5, 0, COUNT);

test("a number depends on its row and column, and not on what is drawn with it", () => {
  const parts = [0, 1, 100, 101, 5000].map((first) => row(noise, 5, first, 7));
  const expected = [0, 1, 100, 101, 5000].map((first) => drawn.slice(first, first + 7));
  expect(parts).toEqual(expected);
});

// Standard errors of the first four moments of n normal numbers, five times over.
test("its moments are those of the normal distribution", () => {
  const moment = (power: number): number =>
    drawn.reduce((sum, value) => sum + value ** power, 0) / COUNT;
  const near = (power: number, expected: number, variance: number): void =>
    expect(Math.abs(moment(power) - expected)).toBeLessThan(5 * Math.sqrt(variance / COUNT));
  near(1, 0, 1);
  near(2, 1, 2);
  near(3, 0, 15);
  near(4, 3, 96);
});

/** Φ by its series (Abramowitz and Stegun 26.2.10), good to 1e-12 below 6. */
function distribution(x: number): number {
  let [sum, term] = [x, x];
  for (let k = 1; k < 100; k++) {
    term *= (-x * x * (2 * k - 1)) / (2 * k * (2 * k + 1));
    sum += term;
  }
  return 0.5 + sum / Math.sqrt(2 * Math.PI);
}

test("its distribution is normal, by Kolmogorov and Smirnov", () => {
  const sorted = drawn.toSorted();
  const distance = sorted.reduce((most, value, i) => {
    const expected = distribution(value);
    return Math.max(most, Math.abs(expected - i / COUNT), Math.abs(expected - (i + 1) / COUNT));
  }, 0);
  // 1.95 / √n is passed by 1 sample in 1000.
  expect(distance).toBeLessThan(1.95 / Math.sqrt(COUNT));
});

test("the tail beyond the ziggurat is there, as often as it should be", () => {
  const beyond = drawn.filter((value) => Math.abs(value) > 3.442619855899).length / COUNT;
  const expected = 2 * (1 - distribution(3.442619855899));
  expect(Math.abs(beyond - expected)).toBeLessThan(5 * Math.sqrt(expected / COUNT));
  expect(drawn.some((value) => value > 4)).toBe(true);
});

test("rows, neighbours, seeds and tensors do not go together", () => {
  const others = [
    row(noise, 4, 0, COUNT),
    row(noise, 6, 0, COUNT),
    row(noise, 5 + 2 ** 16, 0, COUNT),
    row(noise, 5, 1, COUNT),
    row(noise, 5, 2, COUNT),
    row(noise, 5, COUNT, COUNT),
    row(new NormalNoise(2, "model.layers.0.mlp.up_proj.weight"), 5, 0, COUNT),
    row(new NormalNoise(1, "model.layers.1.mlp.up_proj.weight"), 5, 0, COUNT),
  ];
  for (const other of others) {
    expect(Math.abs(correlation(drawn, other))).toBeLessThan(5 / Math.sqrt(COUNT));
  }
});

test("the numbers stay what they are: grown checkpoints can be made again", () => {
  expect([...row(noise, 0, 0, 4)]).toMatchInlineSnapshot(`
    [
      -0.47127883885496796,
      -0.9691422406176669,
      -1.4035122906947355,
      0.7492629692056658,
    ]
  `);
});
