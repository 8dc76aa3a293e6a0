import { expect, it } from "vitest";
import { cacheBytes, parameters } from "../../compiler/plan/costs.js";
import { grow } from "./grow.js";

// The growths of language.md, section 9.

const MOTIF = `
import { Motif } from "gda:families"
model Motif2_6B extends Motif {
  hidden: 2048, layers: 32, context: 16_384, vocab: 219_520, embedding: tied, dtype: f16
  mlp { width: 8192 }
  attention { group[8] { signal: 1, noise: 1, kv: 1 }, head_dim: 128, rope { theta: 500_000 } }
}
model Motif2_12B7 extends Motif {
  hidden: 4096, layers: 40, context: 32_768, vocab: 219_520, embedding: untied, dtype: f16
  mlp { width: 16_384 }
  attention { group[8] { signal: 4, noise: 1, kv: 1 }, head_dim: 128, rope { theta: 1_000_000 } }
}
`;

const from2_6B = (vocab = ""): string => `${MOTIF}
growth From2_6B {
  stage wide from Motif2_6B at 2.4T tokens {
    hidden *= 2, mlp { width *= 2 }, embedding: untied, attention { group { signal *= 4 } }
    copies: hyperclone(snr: 10 dB, seed: 1)
  }
  stage deep from wide at 2.4T tokens { layers += 8 after every 4, inserted: identity, reindex: fold }
  stage long from deep at 2.4T tokens {
    context: 32_768, ${vocab}
    lossy "training goes on at θ 1e6" { attention { rope { theta: 1_000_000 } } }
  }
  assert long == Motif2_12B7
}
`;

it("Motif-2.6B grows into Motif-2-12.7B", () => {
  const { findings, stage } = grow(from2_6B());
  expect(findings).toEqual([]);
  const { model } = stage("long");
  expect(parameters(model).total).toBe(12_703_860_896);
  expect(cacheBytes(model)).toBe(320 * 1024);
  expect(stage("wide").copies?.value).toEqual({ kind: "hyperclone", snr: 10, seed: 1 });
  expect(stage("deep").layerSources.slice(2, 6)).toEqual([
    { source: 2, inserted: false },
    { source: 3, inserted: false },
    { source: 3, inserted: true },
    { source: 4, inserted: false },
  ]);
});

it("another vocabulary is no model that was declared", () => {
  const other = from2_6B('lossy "more words" { vocab: 220_160 }');
  expect(grow(other).findings).toEqual([
    "GDA5005 `vocab`: 220,160 in long, 219,520 in Motif2_12B7.",
  ]);
});

it("only the sharp heads of two kinds grow", () => {
  const { findings, stage } = grow(`
import { Motif } from "gda:families"
model TwoKinds extends Motif {
  hidden: 4096, layers: 40, context: 32_768, dtype: f16
  attention {
    head_dim: 128, group sharp[6] { signal: 6, noise: 1 }, group calm[2] { signal: 2, noise: 1 }
    layers 0..<8 { group sharp { signal: 2 } }
  }
}
growth SharpOnly {
  stage sharper from TwoKinds at 1.2T tokens { attention { group sharp { signal *= 2 } }, copies: tile }
}
`);
  expect(findings).toEqual([]);
  const { source, model, classCopies } = stage("sharper");
  expect(classCopies.map(({ signal }) => signal.value)).toEqual([2, 1]);
  expect([0, 8].map((i) => model.layers[i]?.classes[0]?.signal.value)).toEqual([4, 12]);
  expect(cacheBytes(model)).toBe(cacheBytes(source));
});
