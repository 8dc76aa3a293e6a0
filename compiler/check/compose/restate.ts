import { rowOf } from "../../facts/search.js";
import { facts, factsOf } from "../../facts/table.js";
import type { FactType, Members, Place } from "../../facts/type.js";
import type {
  Fact,
  GroupClass,
  HeadDim,
  LatentPlan,
  LayerPlan,
  MlpPlan,
  ModelPlan,
  RopeScaling,
} from "../../plan/plan.js";
import { float, int, type Value } from "../../types/value.js";
import { findWord } from "../read/value-node.js";
import type { Base } from "./lay-out.js";
import { type BlockNode, emptyBlock, groupKey, type Node, type Owner } from "./node.js";

/**
 * The facts of a derived plan as if `owner` had stated them, for a stage or a child of a stage to
 * amend. What follows from other facts is left out: it follows anew from what becomes of them.
 */
export function restate(plan: ModelPlan, owner: Owner): Base {
  const layers: Fact<number> = { value: plan.layers.length, origin: "inherited", from: [] };
  const state = new Restater(owner);
  const root = state.block("model", {
    hidden: state.fact(plan.hidden, int),
    layers: state.fact(layers, int),
    context: state.fact(plan.context, int),
    vocab: state.fact(plan.vocab, int),
    embedding: state.fact(plan.embedding, word),
    dtype: state.fact(plan.dtype, (it) =>
      word(it.weights, {
        ...("block" in it ? { block: int(it.block) } : {}),
        cache: word(it.cache),
        accumulate: word(it.accumulate),
      }),
    ),
    checkpoint: state.fact(plan.checkpoint, (it) => word(it.family, { order: word(it.order) })),
    pre_norm: state.fact(plan.preNorm, (it) => word(it.kind, { eps: float(it.eps) })),
  });
  return { root, layers: plan.layers.map((layer) => state.layer(layer)) };
}

/** A fact that is stated, ready to become a node once its name is known. */
type Stated = { readonly value: Value; readonly fact: Fact<unknown> } | undefined;

class Restater {
  private readonly owner: Owner;

  constructor(owner: Owner) {
    this.owner = owner;
  }

  fact<T>(fact: Fact<T> | undefined, value: (value: T) => Value): Stated {
    const follows = fact?.origin === "default" || fact?.origin === "derived";
    return fact && !follows ? { value: value(fact.value), fact } : undefined;
  }

  /** A head count is kept however it came about: a stage amends what was derived. */
  count(fact: Fact<number> | undefined): Stated {
    return fact && { value: int(fact.value), fact };
  }

  block(place: Place, stated: Readonly<Record<string, Stated>>): BlockNode {
    const members = new Map<string, Node>();
    for (const [name, one] of Object.entries(stated)) {
      const type = rowOf(factsOf(place), name)?.type;
      if (one && type) members.set(name, this.node(name, type, one.value, one.fact));
    }
    return { ...emptyBlock(place), members };
  }

  layer(layer: LayerPlan): BlockNode {
    const members = new Map<string, Node>([["attention", this.attention(layer)]]);
    if (layer.mlp) members.set("mlp", this.mlp(layer.mlp));
    return { ...emptyBlock("model"), members };
  }

  private attention(layer: LayerPlan): BlockNode {
    const { classes, latent } = layer;
    const perGroup = classes.some((c) => c.kv);
    const { members } = this.block("attention", {
      kv_pairs: perGroup ? undefined : this.fact(layer.kvPairs, int),
      head_dim: this.fact(layer.headDim, (it) => dims(it, latent !== undefined)),
      value_dim: this.fact(layer.valueDim, int),
      noise_keys: this.fact(layer.noiseKeys, word),
      noise_repeat: this.fact(layer.noiseRepeat, word),
      lambda: this.fact(layer.lambda, ({ kind, ...args }) => word(kind, valuesOf(args))),
      head_norm: this.fact(layer.headNorm, ({ kind, ...args }) => word(kind, valuesOf(args))),
      qk_norm: this.fact(layer.qkNorm, (it) => word("rms", valuesOf(it))),
      rope: this.fact(layer.rope, (it) =>
        word(it.pairing, { theta: float(it.theta), scaling: scaling(it.scaling) }),
      ),
      mask: this.fact(layer.mask, ({ kind, ...args }) => word(kind, valuesOf(args, int))),
      score_scale: this.fact(layer.scoreScale, float),
      softcap: this.fact(layer.softcap, float),
      sinks: this.fact(layer.sinks, word),
      gate: this.fact(layer.gate, (it) => word(it.form, { from: word(it.from) })),
      bias: this.fact(layer.bias, (sites) => ({
        type: "list",
        elements: sites.map((site) => word(site)),
      })),
      cache: this.fact(layer.cache, word),
    });
    const all = new Map(members);
    // No rope and no norm are facts too, which the plan shows by their absence.
    for (const name of ["rope", "head_norm"] as const) {
      const none = {
        value: word("none"),
        fact: { value: 0, origin: "inherited", from: [] },
      } as const;
      if (!all.has(name))
        all.set(name, this.node(name, facts.attention[name].type, none.value, none.fact));
    }
    for (const c of classes) all.set(groupKey(c.name), this.group(c));
    if (latent) all.set("latent", this.latent(latent));
    return { ...emptyBlock("attention"), members: all };
  }

  private group({ groups, signal, noise, kv }: GroupClass): BlockNode {
    const { members } = this.block("group", {
      count: this.count(groups),
      signal: this.count(signal),
      noise: this.count(noise),
      kv: this.count(kv),
    });
    return { ...emptyBlock("group", groups.from[0] ?? this.owner.span), members };
  }

  private latent({ query, kv, norm }: LatentPlan): BlockNode {
    const noQuery: Fact<number> = { value: 0, origin: "inherited", from: [] };
    return this.block("latent", {
      query: this.fact(query ?? noQuery, query ? int : () => word("none")),
      kv: this.fact(kv, int),
      norm: this.fact(norm, (it) => word("rms", valuesOf(it))),
    });
  }

  private mlp({ width, form, activation }: MlpPlan): BlockNode {
    return this.block("mlp", {
      width: this.fact(width, int),
      form: this.fact(form, word),
      activation: this.fact(activation, word),
    });
  }

  /** A word becomes a node whose arguments can be amended; everything else is a value. */
  private node(name: string, type: FactType, value: Value, fact: Fact<unknown>): Node {
    const { from } = fact;
    const origin = fact.origin === "written" ? "inherited" : fact.origin;
    if (value.type !== "kind" || type.type !== "kind") {
      return { node: "given", type, value, origin, from };
    }
    const takes: Members = findWord(type.words, value.word)?.takes ?? {};
    const args = new Map<string, Node>();
    for (const [arg, one] of value.args) {
      const row = rowOf(takes, arg);
      if (row) args.set(arg, this.node(arg, row.type, one, fact));
    }
    const [at] = from;
    const { owner } = this;
    return { node: "word", name, type, word: value.word, wordAt: at, args, owner, at };
  }
}

function word(name: string, args: Readonly<Record<string, Value>> = {}): Value {
  return { type: "kind", word: name, args: new Map(Object.entries(args)) };
}

/** Numbers and words under the names that the language has for them: `betaFast` is `beta_fast`. */
function valuesOf(
  args: Readonly<Record<string, number | string>>,
  number: (value: number) => Value = float,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof value === "number" ? number(value) : word(value),
    ]),
  );
}

function scaling({ kind, ...args }: RopeScaling): Value {
  return word(kind, valuesOf(args));
}

/**
 * A head that is one part is one number: whether it turns is the rope's to say. Beside a latent
 * the parts are always told apart.
 */
function dims({ size, parts }: HeadDim, split: boolean): Value {
  return parts.length === 1 && !split ? int(size) : { type: "dims", parts };
}
