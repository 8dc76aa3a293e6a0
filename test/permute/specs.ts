import { analyze } from "../../compiler/analyze.js";
import { renderShort } from "../../compiler/diagnostics/index.js";
import type { ModelPlan } from "../../compiler/plan/plan.js";

/** The only model of a text, which must be clean. */
export function modelOf(text: string): ModelPlan {
  const analysis = analyze("test.gda", {
    read: (file) => (file === "test.gda" ? text : undefined),
  });
  const [model] = analysis.models;
  if (!model || analysis.diagnostics.length > 0) {
    throw new Error(renderShort(analysis.diagnostics, analysis.sources));
  }
  return model;
}

/** A layer with everything that a permutation meets, stored in one way. */
export function small(heads: string, checkpoint: string, pairing: string): ModelPlan {
  return modelOf(`model Small {
  hidden: 32, layers: 1, context: 64, dtype: f32, checkpoint: ${checkpoint}
  attention {
    ${heads}
    noise_keys: own, lambda: reparam(init: 0.2), head_norm: rms(eps: 1e-5, times: 0.8)
    rope: ${pairing}(theta: 10_000), mask: causal, bias: [q, k, v, o], sinks: learned
    qk_norm: rms(eps: 1e-6)
  }
}
`);
}

/** As many noise heads as signal heads, and a head with plain channels around the rotary ones. */
export const oneToOne = `group[4] { signal: 1, noise: 1, kv: 1 }
    head_dim: 4 plain + 8 rotary, value_dim: 32`;

/** Two classes unlike, and one KV pair for them all. */
export const unlike = `group sharp[2] { signal: 4, noise: 1 }, group calm[1] { signal: 2, noise: 1 }
    kv_pairs: 3, head_dim: 16, value_dim: 32`;
