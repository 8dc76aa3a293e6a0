import { grow, type Grown } from "../growth/grow.js";

/** A small model of the shape of Motif-2.6B, and the stages in which Motif-2-12.7B grew of it. */
export function smallMotif(
  copies: string,
  reindex: string,
  { hidden = 2, embedding = "untied" } = {},
): Grown {
  return grow(`
import { Motif } from "gda:families"
model Small extends Motif {
  hidden: 64, layers: 4, context: 64, vocab: 50, embedding: tied, dtype: f32, mlp { width: 48 }
  attention { group[4] { signal: 1, noise: 1, kv: 1 }, head_dim: 8 }
}
growth Up {
  stage wide from Small at 1T tokens {
    hidden *= ${hidden}, mlp { width *= 2 }, embedding: ${embedding}
    attention { group { signal *= 4 } }, copies: ${copies}
  }
  stage deep from wide at 1T tokens { layers += 2 after every 2, inserted: identity, reindex: ${reindex} }
  stage long from deep at 1T tokens {
    context: 128, lossy "training goes on at θ 1e6" { attention { rope { theta: 1_000_000 } } }
  }
}`);
}
