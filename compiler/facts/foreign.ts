import type { Place } from "./type.js";

/** The answer to a name from elsewhere: the fact that it means, or what to say where there is no one fact. */
export interface ForeignFact {
  readonly means?: readonly [Place, string];
  readonly say?: string;
  readonly help?: string;
}

const pairs: ForeignFact = {
  means: ["attention", "kv_pairs"],
  help: "A KV pair is one V head with its K head, or with K1 and K2: a Motif config's `num_key_value_heads` is twice `kv_pairs`.",
};
const allHeads: ForeignFact = {
  means: ["attention", "heads"],
  help: "`heads` counts every query head, noise heads included.",
};
const turning: ForeignFact = {
  say: "a base belongs to its rope: `rope: half(theta: …)`, or `adjacent`.",
  help: "`half` is Hugging Face's rotate_half (NeoX), `adjacent` the interleaved pairing.",
};
const windowed: ForeignFact = {
  say: "a window is a mask: `mask: window(keys: …)`, the query's own key counted.",
};
const split: ForeignFact = {
  say: "a split head is one fact: `head_dim: 128 plain + 64 rotary`, in memory order.",
};
const hidden: ForeignFact = { means: ["model", "hidden"] };
const depth: ForeignFact = { means: ["model", "layers"] };
const context: ForeignFact = { means: ["model", "context"] };
const width: ForeignFact = { means: ["mlp", "width"] };
const eps: ForeignFact = { say: "an eps belongs to its norm: `pre_norm: rms(eps: 1e-5)`." };
const experts: ForeignFact = { say: "experts are outside the language." };
const ratio: ForeignFact = {
  means: ["attention", "ratio"],
  help: "A ratio is signal : noise, `4:1`; or say `signal` and `noise` of one `group`.",
};

/** Names of facts in configs of Hugging Face, vLLM and others. */
export const foreignFacts: Readonly<Record<string, ForeignFact>> = {
  num_attention_heads: allHeads,
  num_heads: allHeads,
  n_heads: allHeads,
  n_head: allHeads,
  nhead: allHeads,
  query_heads: allHeads,
  q_heads: allHeads,
  num_key_value_heads: pairs,
  num_kv_heads: pairs,
  n_kv_heads: pairs,
  kv_heads: pairs,
  key_value_heads: pairs,
  multi_query_group_num: pairs,
  num_noise_heads: { means: ["attention", "noise_heads"] },
  num_signal_heads: { means: ["attention", "signal_heads"] },
  num_groups: { means: ["attention", "groups"] },
  n_groups: { means: ["attention", "groups"] },
  noise_ratio: ratio,
  signal_ratio: ratio,
  group_size: ratio,
  num_repeats: ratio,
  k_ratio: { say: "K1 and K2 are equally many in every model; `noise_keys: own` has both." },
  hidden_size: hidden,
  hidden_dim: hidden,
  d_model: hidden,
  n_embd: hidden,
  embed_dim: hidden,
  dim: hidden,
  num_hidden_layers: depth,
  num_layers: depth,
  n_layers: depth,
  n_layer: depth,
  depth,
  max_position_embeddings: context,
  max_seq_len: context,
  max_sequence_length: context,
  seq_len: context,
  context_length: context,
  n_ctx: context,
  vocab_size: { means: ["model", "vocab"] },
  n_vocab: { means: ["model", "vocab"] },
  torch_dtype: { means: ["model", "dtype"] },
  tie_word_embeddings: { means: ["model", "embedding"], help: "It is `tied` or `untied`." },
  intermediate_size: width,
  ffn_dim: width,
  ffn_hidden_size: width,
  d_ff: width,
  hidden_act: { means: ["mlp", "activation"] },
  rms_norm_eps: eps,
  layer_norm_eps: eps,
  norm_eps: eps,
  rope_theta: turning,
  rope_base: turning,
  theta: turning,
  rotary_base: turning,
  rope_scaling: { say: "a scaling belongs to its rope: `rope { scaling: yarn(…) }`." },
  sliding_window: windowed,
  window: windowed,
  window_size: windowed,
  attention_window: windowed,
  layer_types: { say: "layers that differ have a block: `layers every 2 from 0 { mask: … }`." },
  causal: { say: "`mask: causal` says so." },
  attention_bias: { means: ["attention", "bias"], help: "It lists projections: `[q, k, v, o]`." },
  qkv_bias: { means: ["attention", "bias"], help: "It lists projections: `[q, k, v]`." },
  attn_logit_softcapping: { means: ["attention", "softcap"] },
  logit_softcap: { means: ["attention", "softcap"] },
  softmax_scale: { means: ["attention", "score_scale"] },
  attention_multiplier: { means: ["attention", "score_scale"] },
  scale: { means: ["attention", "score_scale"] },
  attention_sinks: { means: ["attention", "sinks"] },
  head_size: { means: ["attention", "head_dim"] },
  d_head: { means: ["attention", "head_dim"] },
  v_head_dim: { means: ["attention", "value_dim"] },
  qk_rope_head_dim: split,
  qk_nope_head_dim: split,
  rotary_dim: split,
  partial_rotary_factor: split,
  q_lora_rank: { means: ["latent", "query"] },
  kv_lora_rank: { means: ["latent", "kv"] },
  lambda_init: { say: "it belongs to its λ: `lambda: reparam(init: …)`." },
  subln: { means: ["attention", "head_norm"] },
  sub_norm: { means: ["attention", "head_norm"] },
  q_norm: { means: ["attention", "qk_norm"] },
  num_experts: experts,
  n_experts: experts,
  num_local_experts: experts,
  experts,
};

const window = "A sliding window is `window(keys: …)`, the query's own key counted.";
const rms = "RMSNorm is `rms(eps: …)`.";
const layer = "LayerNorm is `layer(eps: …)`.";
const pairing =
  "Hugging Face's rotate_half (NeoX) is `half(theta: …)`; the interleaved pairing is `adjacent(theta: …)`.";
const full = "Hugging Face's `full_attention` is `causal`; to see later keys too, `bidirectional`.";
const norms = { rms_norm: rms, rmsnorm: rms, layer_norm: layer, layernorm: layer };
const floats = {
  float32: "32-bit floats are `f32`.",
  fp32: "32-bit floats are `f32`.",
  float16: "16-bit floats are `f16`.",
  fp16: "16-bit floats are `f16`.",
  half: "16-bit floats are `f16`.",
  bfloat16: "They are `bf16`.",
};
const swiglu = "SwiGLU is `form: gated, activation: silu`.";

/** Words that are used elsewhere for a fact's value, by the fact. */
export const foreignWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mask: {
    full,
    full_attention: full,
    none: "A mask that hides nothing is `bidirectional`.",
    sliding: window,
    sliding_window: window,
    sliding_attention: window,
    swa: window,
    local: window,
    chunked: "Chunked masks are outside the language.",
    alibi: "ALiBi is outside the language.",
  },
  rope: {
    neox: pairing,
    rotate_half: pairing,
    interleaved: pairing,
    gptj: pairing,
    default: pairing,
    rotary: pairing,
  },
  scaling: { dynamic: "Dynamic NTK is outside the language; `ntk` has a fixed factor." },
  pre_norm: norms,
  head_norm: { ...norms, subln: "Motif's subln is `rms(eps: …, times: 1 - lambda.init)`." },
  qk_norm: norms,
  norm: norms,
  dtype: {
    ...floats,
    int8: "8-bit matrices are `i8`, an 8-bit cache is `bf16(cache: i8)`.",
    q8_0: "8-bit matrices with a scale for 32 inputs are `i8`.",
    int4: "4-bit matrices are `i4`.",
    q4_0: "4-bit matrices with a scale for 32 inputs are `i4`.",
    nf4: "Of 4 bits there are whole numbers, `i4`.",
    fp8: "Of 8 bits there are whole numbers, `i8`.",
  },
  cache: { ...floats, int8: "It is written `i8`.", fp8: "The 8-bit cache is `i8`." },
  activation: {
    swiglu,
    swish: "Swish is `silu`.",
    geglu: "GEGLU is `form: gated, activation: gelu`.",
    poly_norm: "It is written `polynorm`.",
  },
  form: { swiglu, glu: "It is written `gated`." },
  lambda: {
    learned: "A learned λ is `reparam(init: …)`, one a layer, or `sigmoid(per: …)`, one a token.",
  },
  embedding: { true: "It is `tied` or `untied`.", false: "It is `tied` or `untied`." },
  sinks: { true: "It is `learned` or `none`.", false: "It is `learned` or `none`." },
  noise_repeat: {
    repeat_interleave: "It is written `interleave`.",
    repeat: "It is `interleave` or `tile`.",
  },
  from: { query: "The latent of the queries is `query_latent`.", x: "The input is `hidden`." },
};
