// A spec of a given number of lines, of models as people write them, one fact a line.

/**
 * The models of a file of `lines` lines; all have `layers` layers.
 * @param {number} lines
 * @param {number} layers
 */
export function bigSpec(lines, layers) {
  const text = ['import { Motif } from "gda:families"', ""];
  for (let index = 0; text.length < lines; index++) {
    const model = kinds[index % kinds.length]?.(index, layers).split("\n") ?? [];
    if (text.length + model.length + 1 > lines) break;
    text.push(...model, "");
  }
  while (text.length < lines) text.push("// the end");
  return text.join("\n") + "\n";
}

/** @type {readonly ((index: number, layers: number) => string)[]} */
const kinds = [
  (index, layers) => `/// A model of grouped differential attention, number ${index}.
model Motif${index} extends Motif {
  hidden: 4096, layers: ${layers}, context: 32_768
  vocab: 219_520, embedding: untied, dtype: f16
  mlp {
    width: 16_384
  }
  attention {
    group[8] { signal: 4, noise: 1, kv: 1 }
    head_dim: 128
    rope {
      theta: 1_000_000
    }
    layers every 4 from 0 {
      mask: window(keys: 1024)
    }
  }
}`,
  (index, layers) => `const scale${index} = 0.1 * log(64) + 1 // YaRN's temperature
model Latent${index} {
  hidden: 4096
  layers: ${layers}
  context: 262_144
  dtype: bf16
  attention {
    heads: 80, ratio: 4:1, kv_pairs: 16
    head_dim: 128 plain + 64 rotary
    value_dim: 128
    latent { query: 1024, kv: 512, norm: rms(eps: 1e-5) }
    gate: elementwise(from: query_latent)
    noise_keys: shared
    lambda: sigmoid(per: signal)
    head_norm: none
    rope: half(theta: 10_000)
    mask: window(keys: 129)
    layers every 4 from 0 {
      mask: causal
      score_scale: scale${index} * scale${index} / sqrt(head_dim)
    }
  }
}`,
  (index, layers) => `model Llama${index} {
  hidden: 4096
  layers: ${layers}
  context: 8192
  dtype: bf16
  attention {
    heads: 32
    kv_pairs: 8
    head_dim: 128
    rope: half(theta: 500_000)
    mask: causal
  }
}`,
];
