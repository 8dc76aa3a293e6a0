/** What `gda new` writes. */
export const starter = `// A spec states facts, in any order. \`gda check\` proves that they hold together, \`gda plan\` shows
// what follows from them, and \`gda build\` writes the WebGPU kernels.

/// Grouped differential attention: 4 signal heads to each noise head.
model Starter {
  hidden: 1024, layers: 12, context: 4096
  dtype: f16  // weights and cache; sums are float32

  attention {
    // 4 groups of 4 + 1 query heads, and one KV pair for each group.
    group[4] { signal: 4, noise: 1, kv: 1 }
    head_dim: 64, value_dim: 2 * head_dim
    noise_keys: own  // a noise head has a key of its own, and shares the value

    // A layer computes signal - lambda * noise. Lambda is learned; its start grows with depth.
    lambda: reparam(init: 0.8 - 0.6 * exp(-0.3 * layer))
    head_norm: rms(eps: 1e-5, times: 1 - lambda.init)

    rope: half(theta: 10_000)
    mask: causal

    // Exceptions, by layer: the first of every four sees only the last 512 tokens.
    layers every 4 from 0 { mask: window(keys: 512) }
  }
}
`;
