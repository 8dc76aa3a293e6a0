import { eps, MOST_WIDTH, times } from "./model.js";
import { rope } from "./rope.js";
import { block, count, float, int, kind, kindOr, list, none, optional, positive } from "./type.js";
import { required, takes, withNoise, word } from "./type.js";

/** Bounds on what a plan holds for each layer, far beyond any model in sight. */
export const MOST_HEADS = 2 ** 16;
export const MOST_CLASSES = 64;
const heads = count(MOST_HEADS);
const ratio = { type: "ratio" } as const;

const from = required(
  kind({
    hidden: word("The layer's normed input."),
    query_latent: word("The latent that the queries come from."),
  }),
  "What the gate is computed from.",
);

export const attention = {
  heads: optional(heads, "Query heads of a layer, noise included."),
  signal_heads: optional(heads, "Signal heads of a layer."),
  noise_heads: optional(int({ least: 0, most: MOST_HEADS }), "Noise heads of a layer."),
  groups: optional(heads, "Groups of a layer."),
  kv_pairs: optional(heads, "KV pairs of a layer: V heads, each with its K head or its K1 and K2."),
  ratio: optional(ratio, "Signal heads for each noise head, `4:1`."),
  head_dim: required(
    { type: "dims", least: 1, most: MOST_WIDTH },
    "Channels of a Q and K head; `128 plain + 64 rotary` where only a part turns.",
  ),
  value_dim: optional(count(MOST_WIDTH), "Channels of a V head.", "head_dim"),
  noise_keys: withNoise(
    kind({
      own: word("Noise heads have keys of their own, K2."),
      shared: word("Signal and noise heads share their keys."),
    }),
    "Whether noise heads have keys of their own.",
  ),
  noise_repeat: optional(
    kind({
      interleave: word("Each noise head serves the signal heads of its own group."),
      tile: word("Signal head s takes noise head s mod N of the layer."),
    }),
    "Which noise head a signal head subtracts.",
    "interleave",
  ),
  lambda: withNoise(
    kind({
      reparam: takes("exp(λq1·λk1) − exp(λq2·λk2) + init, one a layer.", {
        init: required(float(), "What λ starts from; a function of depth in published models."),
      }),
      constant: takes("A number.", { value: required(float(), "λ.") }),
      sigmoid: takes("σ(x·W), one for each token and head.", {
        per: required(
          kind({
            signal: word("One λ for each signal head."),
            noise: word("One λ for each noise head, for all that it serves."),
          }),
          "For which heads there is a λ.",
        ),
      }),
    }),
    "The weight of the noise map where it is subtracted.",
  ),
  head_norm: withNoise(
    kind({
      none,
      rms: takes("RMSNorm over the value channels of each head.", { eps, times }),
      layer: takes("LayerNorm over the value channels of each head.", { eps, times }),
      dyt: takes("γ·tanh(αx) + β over the value channels of each head.", { times }),
    }),
    "The norm of each head's output, after the subtraction.",
    "none",
  ),
  qk_norm: optional(
    kind({ none, rms: takes("RMSNorm of each head.", { eps }) }),
    "The norm of q and k before RoPE.",
    "none",
  ),
  rope: required(rope, "How positions turn q and k."),
  mask: required(
    kind({
      causal: word("Every earlier key and the query's own."),
      window: takes("The last keys only.", {
        keys: required(count(2 ** 31), "How many keys a query sees, its own counted."),
      }),
      prefix: word("All keys of a prefix, whose length is given at run time, and the causal ones."),
      bidirectional: word("Every key."),
    }),
    "Which keys a query sees.",
  ),
  score_scale: optional(positive, "Multiplies the scores.", "1 / sqrt(head_dim)"),
  softcap: optional(
    kindOr({ none }, positive),
    "The bound c of c·tanh(score / c), before the mask.",
    "none",
  ),
  sinks: optional(
    kind({ none, learned: word("One learned logit for each query head.") }),
    "A logit that joins the softmax and carries no value.",
    "none",
  ),
  gate: optional(
    kind({
      none,
      elementwise: takes("One factor σ(…) for each channel.", { from }),
      headwise: takes("One factor σ(…) for each head.", { from }),
    }),
    "A gate on the heads' output, before the output projection.",
    "none",
  ),
  bias: optional(
    list({
      q: word("On the queries."),
      k: word("On the keys."),
      v: word("On the values."),
      o: word("On the output."),
    }),
    "Which projections have a bias.",
    "[]",
  ),
  latent: optional(block("latent"), "q, k and v come out of narrower latents."),
  cache: optional(
    kind({
      heads: word("K and V of every KV pair."),
      latent: word("The KV latent and the shared rotary key."),
    }),
    "What the cache holds for each token.",
    "heads",
  ),
};

export const group = {
  signal: optional(heads, "Signal heads of one group."),
  noise: optional(int({ least: 0, most: MOST_HEADS }), "Noise heads of one group."),
  ratio: optional(ratio, "Signal heads for each noise head of one group, `4:1`."),
  kv: optional(heads, "KV pairs of one group."),
  count: optional(int({ least: 0, most: MOST_HEADS }), "How many groups alike, in brackets."),
};

export const latent = {
  query: required(
    kindOr({ none }, count(MOST_WIDTH)),
    "Width of the latent that the queries come from.",
  ),
  kv: required(count(MOST_WIDTH), "Width of the latent that K and V come from."),
  norm: required(kind({ rms: takes("RMSNorm.", { eps }) }), "The norm of both latents."),
};
