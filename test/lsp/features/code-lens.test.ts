import { expect, test } from "vitest";
import { codeLenses } from "../../../compiler/lsp/features/code-lens.js";
import { markedView } from "../marked.js";

const source = `model ⟦Small⟧ {
  hidden: 64, layers: 4, context: 128, dtype: f32
  attention { heads: 8, ratio: 3:1, head_dim: 8, noise_keys: shared, lambda: sigmoid(per: signal)
    head_norm: none, rope: none, mask: causal
    layers 0..<2 { ratio: 1:1 } }
}
model Wrong { hidden: 64 }
family Part { }
growth ⟦Wider⟧ { stage wide from Small at 1 tokens { hidden *= 2, copies: tile } }
`;

test("each model and growth with a plan says what comes out, and leads to all of it", () => {
  const { view, ranges } = markedView(source);
  const lens = (index: number, name: string) => ({
    range: view.rangeOf(ranges[index] ?? { start: 0, end: 0 }),
    command: {
      title: "8 heads · 768 B a token · plan",
      command: "gda.showPlan",
      arguments: ["file:///work/main.gda", name],
    },
  });
  expect(codeLenses(view)).toEqual([lens(0, "Small"), lens(1, "Wider")]);
});

test("half a text has none", () => {
  expect(codeLenses(markedView("model M { hidden: ").view)).toEqual([]);
});
