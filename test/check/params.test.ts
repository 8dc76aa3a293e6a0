import { expect, test } from "vitest";
import { analysed, model, noisy } from "./spec.js";

const text = `${model(`groups: 8, ratio: r, ${noisy}`, "param r: ratio = 4:1 in [3:1, 4:1]")}
model B extends A { param r = 3:1 }
`;

function signal(params: Readonly<Record<string, string>>): readonly (number | undefined)[] {
  return analysed(text, {}, params).models.map(({ layers }) => layers[0]?.classes[0]?.signal.value);
}

function messages(params: Readonly<Record<string, string>>): readonly string[] {
  return analysed(text, {}, params).diagnostics.map(
    ({ message, primary: { span } }) => `${span.file}: ${message}`,
  );
}

test("a child sets its parent's param, and the command line that of both", () => {
  expect(signal({})).toEqual([4, 3]);
  expect(signal({ r: "4:1" })).toEqual([4, 4]);
});

test("the list is inherited and shown", () => {
  expect(analysed(text).params).toEqual([
    { model: "A", name: "r", value: "4:1", allowed: ["3:1", "4:1"] },
    { model: "B", name: "r", value: "3:1", allowed: ["3:1", "4:1"] },
  ]);
});

test("a value from the command line is checked where it stands", () => {
  expect(messages({ r: "5:1" })).toEqual(["--param r: `r` may be 3:1 or 4:1; this is 5:1."]);
  expect(messages({ r: "4" })).toEqual(["--param r: `r` is a ratio; this is an int."]);
  expect(messages({ q: "4" })).toEqual([
    "--param q: No model of this file has a param `q`; did you mean `r`?",
  ]);
  expect(messages({ r: "4:1 const b = 2" })).toHaveLength(1);
});
