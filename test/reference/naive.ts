import type { HeadNorm, LayerPlan } from "../../compiler/plan/plan.js";
import { ropeFrequencies, ropeGain } from "../../compiler/plan/rope.js";
import type { TensorName } from "../../compiler/plan/attention-tensors.js";
import type { Numbers, Weights } from "../../compiler/reference/weights.js";

/**
 * A layer of one group class straight from the formulas of gda-math.md: one token and one head at a
 * time, all projected anew wherever they are needed, head and KV indices from sections 3 and 4. It
 * shares nothing with the reference but the frequencies of RoPE.
 */
export class Naive {
  readonly #layer: LayerPlan;
  readonly #hidden: number;
  readonly #weights: Weights;
  readonly #x: Numbers;
  readonly #prefix: number;
  readonly #groups: number;
  readonly #signal: number;
  readonly #noise: number;

  constructor(layer: LayerPlan, hidden: number, weights: Weights, x: Numbers, prefix = 0) {
    const [only, ...others] = layer.classes;
    if (!only || others.length > 0) throw new RangeError("one class, please");
    this.#layer = layer;
    this.#hidden = hidden;
    this.#weights = weights;
    this.#x = x;
    this.#prefix = prefix;
    this.#groups = only.groups.value;
    this.#signal = only.signal.value;
    this.#noise = only.noise.value;
  }

  get tokens(): number {
    return this.#x.length / this.#hidden;
  }

  get signalHeads(): number {
    return this.#groups * this.#signal;
  }

  get noiseHeads(): number {
    return this.#groups * this.#noise;
  }

  /** y of one token. */
  y(token: number): readonly number[] {
    const heads = range(this.signalHeads).flatMap((s) => this.head(token, s));
    return this.#rows("o", heads, 0, this.#hidden);
  }

  /** One signal head after the head norm and the gate. */
  head(token: number, s: number): readonly number[] {
    const norm = this.#layer.headNorm?.value;
    const core = this.core(token, s);
    const normed = norm ? this.#headNorm(norm, core).map((d) => d * norm.times) : core;
    const gate = this.#layer.gate?.value;
    if (!gate) return normed;
    const source = gate.from === "hidden" ? this.#input(token) : this.#queryLatent(token);
    if (gate.form === "headwise") {
      const [logit = NaN] = this.#rows("gate", source, s, 1);
      return normed.map((d) => d * sigmoid(logit));
    }
    const logits = this.#rows("gate", source, s * normed.length, normed.length);
    return normed.map((d, i) => d * sigmoid(at(logits, i)));
  }

  /** D = O1 − λ·O2′, the noise output being that of head ⌊s/g⌋. */
  core(token: number, s: number): readonly number[] {
    const group = Math.floor(s / this.#signal);
    const rowsPerGroup = this.#signal + this.#noise;
    const pairs = this.#layer.kvPairs.value;
    const own = group * rowsPerGroup + (s % this.#signal);
    const o1 = this.#attention(token, own, Math.floor(s / (this.signalHeads / pairs)), "signal");
    if (this.#noise === 0) return o1;
    const n = Math.floor(s / (this.signalHeads / this.noiseHeads));
    const noise = Math.floor(n / this.#noise) * rowsPerGroup + this.#signal + (n % this.#noise);
    const o2 = this.#attention(token, noise, Math.floor(n / (this.noiseHeads / pairs)), "noise");
    const lambda = this.lambda(token, s, n);
    return o1.map((value, i) => value - lambda * at(o2, i));
  }

  lambda(token: number, s: number, n: number): number {
    const lambda = this.#layer.lambda?.value;
    switch (lambda?.kind) {
      case undefined:
        return NaN;
      case "constant":
        return lambda.value;
      case "reparam": {
        const exponential = (q: TensorName, k: TensorName): number =>
          Math.exp(product(this.#vector(q), this.#vector(k)));
        const first = exponential("lambda_q1", "lambda_k1");
        return first - exponential("lambda_q2", "lambda_k2") + lambda.init;
      }
      case "sigmoid": {
        const row = lambda.per === "signal" ? s : n;
        const [logit = NaN] = this.#rows("lambda", this.#input(token), row, 1);
        return sigmoid(logit);
      }
    }
  }

  #attention(
    token: number,
    queryHead: number,
    pair: number,
    role: "signal" | "noise",
  ): readonly number[] {
    const q = this.#query(token, queryHead);
    const visible = range(this.tokens).filter((key) => this.#sees(token, key));
    const exponentials = visible.map((key) => Math.exp(this.#score(q, this.#key(key, pair, role))));
    const sinks = this.#layer.sinks.value === "learned" ? this.#vector("sinks") : [];
    const sink = sinks.length > 0 ? Math.exp(at(sinks, queryHead)) : 0;
    const denominator = exponentials.reduce((a, b) => a + b, sink);
    const values = visible.map((key) => this.#value(key, pair));
    return range(this.#layer.valueDim.value).map((channel) =>
      values.reduce((sum, v, i) => sum + (at(exponentials, i) / denominator) * at(v, channel), 0),
    );
  }

  #sees(query: number, key: number): boolean {
    const mask = this.#layer.mask.value;
    switch (mask.kind) {
      case "causal":
        return key <= query;
      case "window":
        return query - mask.keys < key && key <= query;
      case "prefix":
        return key < this.#prefix || key <= query;
      case "bidirectional":
        return true;
    }
  }

  #score(q: readonly number[], k: readonly number[]): number {
    const score = product(q, k) * this.#layer.scoreScale.value;
    const cap = this.#layer.softcap?.value;
    return cap === undefined ? score : cap * Math.tanh(score / cap);
  }

  #query(token: number, head: number): readonly number[] {
    const source = this.#layer.latent?.query ? this.#queryLatent(token) : this.#input(token);
    const size = this.#layer.headDim.value.size;
    const q = this.#rows("q", source, head * size, size);
    return this.#turned(this.#qkNormed("q_norm", q), token);
  }

  #key(token: number, pair: number, role: "signal" | "noise"): readonly number[] {
    const size = this.#layer.headDim.value.size;
    const own = this.#layer.noiseKeys?.value === "own";
    const head = own ? 2 * pair + (role === "noise" ? 1 : 0) : pair;
    const k = this.#layer.latent
      ? this.#latentKey(token, pair)
      : this.#rows("k", this.#input(token), head * size, size);
    return this.#turned(this.#qkNormed("k_norm", k), token);
  }

  #value(token: number, pair: number): readonly number[] {
    const size = this.#layer.valueDim.value;
    if (this.#layer.latent) return this.#latentPair(token, pair).slice(-size);
    return this.#rows("v", this.#input(token), pair * size, size);
  }

  /** The pair's own channels on the plain parts, and on the rotary part those of all pairs. */
  #latentKey(token: number, pair: number): readonly number[] {
    const { parts } = this.#layer.headDim.value;
    const rotary = parts.find((part) => part.kind === "rotary")?.size ?? 0;
    const latent = this.#layer.latent?.kv.value ?? NaN;
    const shared = this.#rows("kv_down", this.#input(token), latent, rotary);
    const own = this.#latentPair(token, pair);
    let taken = 0;
    return parts.flatMap((part) => {
      if (part.kind === "rotary") return shared;
      taken += part.size;
      return own.slice(taken - part.size, taken);
    });
  }

  /** Plain key channels, then value channels of one pair. */
  #latentPair(token: number, pair: number): readonly number[] {
    const c = this.#rows("kv_down", this.#input(token), 0, this.#layer.latent?.kv.value ?? NaN);
    const plain = this.#layer.headDim.value.parts
      .filter((part) => part.kind === "plain")
      .reduce((sum, part) => sum + part.size, 0);
    const size = plain + this.#layer.valueDim.value;
    return this.#rows("kv_up", this.#latentNormed("kv_latent_norm", c), pair * size, size);
  }

  #queryLatent(token: number): readonly number[] {
    const size = this.#layer.latent?.query?.value ?? NaN;
    const c = this.#rows("q_down", this.#input(token), 0, size);
    return this.#latentNormed("q_latent_norm", c);
  }

  #latentNormed(name: TensorName, c: readonly number[]): readonly number[] {
    return rms(c, this.#layer.latent?.norm.value.eps ?? NaN).map(
      (v, i) => v * at(this.#vector(name), i),
    );
  }

  #qkNormed(name: TensorName, head: readonly number[]): readonly number[] {
    const norm = this.#layer.qkNorm?.value;
    if (!norm) return head;
    const weight = this.#vector(name);
    return rms(head, norm.eps).map((v, i) => v * at(weight, i));
  }

  #headNorm(norm: HeadNorm, head: readonly number[]): readonly number[] {
    const weight = this.#vector("head_norm");
    if (norm.kind === "rms") return rms(head, norm.eps).map((v, i) => v * at(weight, i));
    const bias = this.#vector("head_norm_bias");
    if (norm.kind === "dyt") {
      const alpha = at(this.#vector("head_norm_alpha"), 0);
      return head.map((v, i) => at(weight, i) * Math.tanh(alpha * v) + at(bias, i));
    }
    const mean = head.reduce((a, b) => a + b, 0) / head.length;
    const variance = head.reduce((sum, v) => sum + (v - mean) ** 2, 0) / head.length;
    return head.map(
      (v, i) => ((v - mean) / Math.sqrt(variance + norm.eps)) * at(weight, i) + at(bias, i),
    );
  }

  /** Complex numbers times e^(i·position·frequency), on the channels of the rotary part. */
  #turned(head: readonly number[], position: number): readonly number[] {
    const rope = this.#layer.rope?.value;
    if (!rope) return head;
    const turned = [...head];
    let start = 0;
    for (const part of this.#layer.headDim.value.parts) {
      if (part.kind === "rotary") {
        ropeFrequencies(rope, part.size).forEach((frequency, i) => {
          const a = start + (rope.pairing === "half" ? i : 2 * i);
          const b = rope.pairing === "half" ? a + part.size / 2 : a + 1;
          const angle = position * frequency;
          const gain = ropeGain(rope);
          turned[a] = gain * (at(head, a) * Math.cos(angle) - at(head, b) * Math.sin(angle));
          turned[b] = gain * (at(head, b) * Math.cos(angle) + at(head, a) * Math.sin(angle));
        });
      }
      start += part.size;
    }
    return turned;
  }

  #input(token: number): readonly number[] {
    return Array.from(this.#x.subarray(token * this.#hidden, (token + 1) * this.#hidden));
  }

  #vector(name: TensorName): readonly number[] {
    return [...(this.#weights[name] ?? [])];
  }

  /** Some rows of a matrix times x, plus their bias where the layer has one. */
  #rows(name: TensorName, x: readonly number[], first: number, count: number): readonly number[] {
    const weight = this.#weights[name] ?? [];
    const biasName = biases[name];
    const bias = biasName && this.#weights[biasName];
    return range(count).map((i) => {
      const start = (first + i) * x.length;
      const sum = x.reduce((total, xj, j) => total + xj * at(weight, start + j), 0);
      return sum + (bias ? at(bias, first + i) : 0);
    });
  }
}

const biases: { readonly [name in TensorName]?: TensorName } = {
  q: "q_bias",
  k: "k_bias",
  v: "v_bias",
  o: "o_bias",
};

function range(length: number): readonly number[] {
  return Array.from({ length }, (_, i) => i);
}

function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? NaN;
}

function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, ai, i) => sum + ai * at(b, i), 0);
}

function rms(x: readonly number[], eps: number): readonly number[] {
  const meanSquare = product(x, x) / x.length;
  return x.map((v) => v / Math.sqrt(meanSquare + eps));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
