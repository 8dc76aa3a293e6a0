import { expect, test } from "vitest";
import { signatureHelp } from "../../../compiler/lsp/features/signature-help.js";
import { markedView } from "../marked.js";

/** The signature at the cursor with its active parameter in brackets. */
function helped(source: string): string {
  const { view, offset } = markedView(source);
  const help = signatureHelp(view, offset);
  const [signature] = help?.signatures ?? [];
  const parameter = signature?.parameters?.[help?.activeParameter ?? -1]?.label;
  return typeof parameter === "string"
    ? (signature?.label.replace(parameter, `[${parameter}]`) ?? "")
    : "";
}

test.each([
  ["the first argument", "attention { mask: window(┆) }", "window([keys: an int])"],
  ["while a number is typed", "attention { mask: window(keys: 12┆) }", "window([keys: an int])"],
  [
    "the next that is not there",
    "attention { head_norm: rms(eps: 1e-5, ┆",
    "rms(eps: a float, [times: a float])",
  ],
  [
    "by name, out of order",
    "attention { head_norm: rms(times: 1┆",
    "rms(eps: a float, [times: a float])",
  ],
  [
    "of a word in a word",
    "attention { rope: half(theta: 5, scaling: ntk(┆",
    "ntk([factor: a float])",
  ],
  [
    "in braces of a fact",
    "attention { rope { scaling: linear(factor: ┆ } }",
    "linear([factor: a float])",
  ],
  [
    "over several lines",
    "attention {\n rope: half(\n  theta: 5,\n  ┆\n )\n}",
    "half(theta: a float, [scaling: none, linear, ntk, llama3 or yarn])",
  ],
  ["a function", "attention { score_scale: 1 / sqrt(┆", "sqrt([x])"],
  ["a function of several", "attention { score_scale: max(1, 2, ┆", "max(x, […])"],
  ["around plain parentheses", "attention { score_scale: max(1, (2 + ┆) }", "max(x, […])"],
])("%s", (_, body, expected) => {
  expect(helped(`model M { ${body}`)).toBe(expected);
});

test("an argument is described with what holds without it", () => {
  const { view, offset } = markedView("model M { attention { head_norm: rms(┆");
  expect(signatureHelp(view, offset)).toEqual({
    signatures: [
      {
        label: "rms(eps: a float, times: a float)",
        documentation: "RMSNorm over the value channels of each head.",
        parameters: [
          {
            label: "eps: a float",
            documentation: {
              kind: "markdown",
              value: "Added to the mean square before the root is taken. Required.",
            },
          },
          {
            label: "times: a float",
            documentation: {
              kind: "markdown",
              value: "A factor on the norm's output. Left out: `1`.",
            },
          },
        ],
      },
    ],
    activeSignature: 0,
    activeParameter: 0,
  });
});

test.each([
  ["a word without arguments", "model M { attention { mask: causal(┆) } }"],
  ["behind the parentheses", "model M { attention { mask: window(keys: 1)┆ } }"],
  [
    "a block in a call that was not closed",
    "model M { attention { rope: half(theta: 5\n  mask: ┆ } }",
  ],
  ["an unknown word", "model M { attention { mask: whole(┆) } }"],
  ["nothing", "┆"],
])("%s has no help", (_, source) => {
  expect(helped(source)).toBe("");
});
