import { expect, test } from "vitest";
import { nearest } from "../../runtime/near.js";

const names = ["layers.0.q_proj", "layers.0.k_proj", "layers.1.q_proj", "embed", "x"];

test("the nearest names come first, and at most three", () => {
  expect(nearest("layers.0.q_prj", names)).toEqual([
    "layers.0.q_proj",
    "layers.0.k_proj",
    "layers.1.q_proj",
  ]);
  expect(nearest("embd", names)).toEqual(["embed"]);
});

test("nothing is near a name that shares nothing", () => {
  expect(nearest("lm_head", names)).toEqual([]);
  expect(nearest("", names)).toEqual([]);
});
