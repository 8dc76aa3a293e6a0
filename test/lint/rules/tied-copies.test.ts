import { expect, test } from "vitest";
import { found, motif } from "../lints.js";

const rule = "tied-copies";
const stage = (body: string): string =>
  `${motif("group[4] { signal: 2, noise: 1 }, head_dim: 128")}growth Grown { stage next from Small at 1T tokens { ${body} } }\n`;

test("all that is copied is named", () => {
  const text = stage(
    "hidden *= 2, mlp { width *= 4 }, attention { group { signal *= 2 } }, copies: tile",
  );
  expect(found(rule, text)).toEqual([
    "copies: tile: Signal heads × 2, hidden channels × 2 and MLP channels × 4 are copied without noise: copies have equal gradients and stay tied in training.",
  ]);
});

test("noise, or no copies at all", () => {
  expect(found(rule, stage("hidden *= 2, copies: hyperclone(snr: 10 dB, seed: 1)"))).toEqual([]);
  expect(found(rule, stage("context: 16_384"))).toEqual([]);
});
