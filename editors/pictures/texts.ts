/** Specs that pictures show beside the examples. */

export const wrong = `import { Motif } from "gda:families"

/// A model that does not hold together.
model Wrong extends Motif {
  hidden: 4096, layers: 40, context: 32_768, dtype: f16
  mlp { width: 16_384 }
  attention {
    heads: 40, groups: 8, ratio: 3:1, head_dim: 128
    layers every 4 from 3 { mask: full }
  }
}
`;

export const incomplete = `/// Nothing says how positions turn q and k, and what a query sees.
model Small {
  hidden: 2048, layers: 32, context: 16_384, dtype: f16
  attention {
    heads: 40, ratio: 4:1, head_dim: 128
    noise_keys: own, lambda: reparam(init: 0.8), head_norm: none
  }
}
`;

export const totals = `import { Motif } from "gda:families"

model Small extends Motif {
  hidden: 2048, layers: 32, context: 16_384, dtype: f16
  mlp { width: 8192 }
  attention { heads: 40, ratio: 4:1, head_dim: 128 }
}
`;

export const half = `model Half {
  hidden: 4096, layers: 32, context: 8192, dtype: bf16
  attention {
    heads: 40, ratio: 4:1, head_dim: 128
    
  }
}
`;
