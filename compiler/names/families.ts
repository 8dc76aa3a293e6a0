import type { Source } from "../../grammar/span.js";

/** The only file that is built in: families that anyone can open, extend and copy. */
export const builtIn: Source = {
  file: "gda:families",
  text: `/// Grouped differential attention as in Motif's released models, arXiv 2510.06949 and 2511.07464.
family Motif {
  pre_norm: rms(eps: 1e-5), mlp { form: gated, activation: polynorm }, checkpoint: motif
  attention {
    value_dim: 2 * head_dim, noise_keys: own, rope: half(theta: 10_000), mask: causal
    lambda: reparam(init: 0.8 - 0.6 * exp(-0.3 * (layer - 1)))
    head_norm: rms(eps: 1e-5, times: 1 - lambda.init)
  }
}
`,
};
