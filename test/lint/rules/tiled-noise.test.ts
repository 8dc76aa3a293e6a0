import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const tiled = (heads: string): string => motif(`${heads}, head_dim: 128, noise_repeat: tile`);

test("tiled noise heads are found, interleaved ones are not", () => {
  expect(found("tiled-noise", tiled("group[4] { signal: 4, noise: 1 }"))).toEqual([
    "noise_repeat: tile: Signal head s takes noise head s mod 4, so neighbours in a group share none.",
  ]);
  expect(found("tiled-noise", motif("group[4] { signal: 4, noise: 1 }, head_dim: 128"))).toEqual(
    [],
  );
});

test("where both ways are the same nothing is found", () => {
  expect(found("tiled-noise", tiled("group[4] { signal: 1, noise: 1 }"))).toEqual([]);
  expect(found("tiled-noise", tiled("group[1] { signal: 4, noise: 1 }"))).toEqual([]);
  // One group of two noise heads: s mod 2 is not ⌊s / 2⌋.
  expect(found("tiled-noise", tiled("group[1] { signal: 4, noise: 2 }"))).toHaveLength(1);
});
