import { expect, test } from "vitest";
import { inlayHints } from "../../../compiler/lsp/features/inlay-hints.js";
import { markedView } from "../marked.js";

/** Checks the hints of a text in which they stand, each as ‹…›; of a marked range, those in it. */
function expectHints(expected: string): void {
  const source = expected.replaceAll(/‹[^›]*›/g, "");
  const { view, text, ranges } = markedView(source);
  const hints = inlayHints(view, ranges[0] ?? { start: 0, end: text.length });
  const hinted = hints
    .map(({ position, label }) => ({
      at: view.offsetAt(position),
      label: typeof label === "string" ? label : "",
    }))
    .toSorted((a, b) => b.at - a.at)
    .reduce((all, { at, label }) => `${all.slice(0, at)}‹${label}›${all.slice(at)}`, text);
  expect(hinted).toBe(expected.replaceAll(/[⟦⟧]/g, ""));
}

const facts = "hidden: 4096, layers: 40, context: 32_768, dtype: f16";

test("heads of groups, in the layers where a block states them, and the cache of a token", () => {
  expectHints(`import { Motif } from "gda:families"
model TwoKinds extends Motif {
  ${facts}
  attention‹320 KiB a token› {
    head_dim: 128, group sharp[6]‹= 36 + 6› { signal: 6, noise: 1 }
    group calm[2]‹= 4 + 2› { signal: 2, noise: 1 }
    layers 0..<8 { group sharp‹= 12 + 6› { signal: 2 } }
  }
}
growth SharpOnly {
  stage sharper from TwoKinds at 1.2T tokens {
    hidden *= 2‹= 8,192›, attention { group sharp { signal *= 2‹= 4 to 12› } }, copies: tile
  }
  stage deeper from sharper at 1.2T tokens {
    layers += 10 after every 4‹= 50›, inserted: identity, reindex: carry
  }
}
`);
});

test("values of expressions, least and greatest where they vary, and layers of a set", () => {
  expectHints(`const m = 0.1 * log(64) + 1‹= 1.416›  // YaRN's temperature
const plain = 2
const alias = m‹= 1.416›
model M {
  param wide: int = 2
  ${facts}
  attention‹120 KiB a token› {
    heads: 48, ratio: 3:1‹= 36 + 12›, head_dim: 32 * wide‹= 64›, kv_pairs: 12, noise_keys: shared
    lambda: reparam(init: 0.8 - 0.6 * exp(-0.3 * layer)‹= 0.2 to 0.8›), head_norm: none
    rope: half(theta: 10_000), mask: causal
    layers every 4 from 3‹= 3, 7, …, 39› { score_scale: m * m / sqrt(head_dim)‹= 0.2506› }
    layers 38..‹= 38, 39› { softcap: 50 }
    layers 0..<2 { softcap: 30 }
  }
}
`);
});

test("only what lies in the range is answered", () => {
  expectHints("const a = 1 + 1\n⟦const b = 1 + 2‹= 3›\n⟧const c = 1 + 3\n");
});

test("beside a mistake nothing follows", () => {
  expectHints(
    `model M { ${facts}, attention { heads: 40, ratio: 4:1, head_dim: 2 * , mask: causal } }`,
  );
  expectHints("const a = 1 + \nconst b = log(");
});
