import { plainChannels, rotaryChannels } from "./channels.js";
import { totals } from "./heads.js";
import type { BiasSite, LayerPlan } from "./plan.js";

/**
 * The weights of one attention layer: the one list that the reference, the kernels, checkpoint
 * mapping and the tests share. Matrices are out × in and row-major, their heads in memory order:
 * class after class, group after group, in a group the signal heads and then the noise heads
 * (language.md, section 2; gda-math.md, sections 2, 3, 5 and 6).
 */

export type TensorName =
  | "q"
  | "q_bias"
  | "k"
  | "k_bias"
  | "v"
  | "v_bias"
  | "o"
  | "o_bias"
  | "q_down"
  | "q_latent_norm"
  | "kv_down"
  | "kv_latent_norm"
  | "kv_up"
  | "q_norm"
  | "k_norm"
  | "sinks"
  | "lambda_q1"
  | "lambda_k1"
  | "lambda_q2"
  | "lambda_k2"
  | "lambda"
  | "head_norm"
  | "head_norm_bias"
  | "head_norm_alpha"
  | "gate";

export interface AttentionTensor {
  readonly name: TensorName;
  readonly shape: readonly number[];
}

/** The tensors that a layer has, in the order in which its forward pass meets them. */
export function attentionTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  return [
    ...queryTensors(layer, hidden),
    ...(layer.latent ? latentKeyValueTensors(layer, hidden) : keyValueTensors(layer, hidden)),
    ...scoreTensors(layer),
    ...lambdaTensors(layer, hidden),
    ...headNormTensors(layer),
    ...gateTensors(layer, hidden),
    ...outputTensors(layer, hidden),
  ];
}

/** Rows of `k`: one key head a KV pair, or with own noise keys its signal key and its noise key. */
export function keyHeads(layer: LayerPlan): number {
  return layer.kvPairs.value * (layer.noiseKeys?.value === "own" ? 2 : 1);
}

/** q [H·d, hidden], or from a query latent q_down [query, hidden] and q [H·d, query]. */
function queryTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const rows = totals(layer).query * layer.headDim.value.size;
  const latent = layer.latent?.query?.value;
  if (latent === undefined) {
    return [{ name: "q", shape: [rows, hidden] }, ...biasTensor(layer, "q", rows)];
  }
  return [
    { name: "q_down", shape: [latent, hidden] },
    { name: "q_latent_norm", shape: [latent] },
    { name: "q", shape: [rows, latent] },
  ];
}

/** k [P·d, hidden], or [P, (signal, noise), d] as rows with own noise keys, and v [P·dv, hidden]. */
function keyValueTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const keys = keyHeads(layer) * layer.headDim.value.size;
  const values = layer.kvPairs.value * layer.valueDim.value;
  return [
    { name: "k", shape: [keys, hidden] },
    ...biasTensor(layer, "k", keys),
    { name: "v", shape: [values, hidden] },
    ...biasTensor(layer, "v", values),
  ];
}

/**
 * kv_down [kv + rotary, hidden]: the latent, then the rotary key that all pairs share.
 * kv_up [P·(plain + dv), kv]: for each pair its plain key channels, then its value channels.
 */
function latentKeyValueTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const latent = layer.latent?.kv.value ?? 0;
  const up = plainChannels(layer).length + layer.valueDim.value;
  return [
    { name: "kv_down", shape: [latent + rotaryChannels(layer).length, hidden] },
    { name: "kv_latent_norm", shape: [latent] },
    { name: "kv_up", shape: [layer.kvPairs.value * up, latent] },
  ];
}

/** One QK-norm weight for all query heads and one for all key heads; one sink a query head. */
function scoreTensors(layer: LayerPlan): readonly AttentionTensor[] {
  const tensors: AttentionTensor[] = [];
  if (layer.qkNorm) {
    tensors.push(
      { name: "q_norm", shape: [layer.headDim.value.size] },
      { name: "k_norm", shape: [layer.headDim.value.size] },
    );
  }
  if (layer.sinks.value === "learned") {
    tensors.push({ name: "sinks", shape: [totals(layer).query] });
  }
  return tensors;
}

/** Four vectors of d for a reparametrised λ; for a sigmoid one row a signal or noise head. */
function lambdaTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const lambda = layer.lambda?.value;
  switch (lambda?.kind) {
    case "reparam": {
      const names = ["lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2"] as const;
      return names.map((name) => ({ name, shape: [layer.headDim.value.size] }));
    }
    case "sigmoid":
      return [{ name: "lambda", shape: [totals(layer)[lambda.per], hidden] }];
    case "constant":
    case undefined:
      return [];
  }
}

/** One weight of dv for all heads of the layer; LayerNorm and DyT add a bias, DyT its α. */
function headNormTensors(layer: LayerPlan): readonly AttentionTensor[] {
  const kind = layer.headNorm?.value.kind;
  const shape = [layer.valueDim.value];
  const tensors: AttentionTensor[] = [];
  if (kind) tensors.push({ name: "head_norm", shape });
  if (kind === "layer" || kind === "dyt") tensors.push({ name: "head_norm_bias", shape });
  if (kind === "dyt") tensors.push({ name: "head_norm_alpha", shape: [1] });
  return tensors;
}

/** gate [S·dv or S, hidden or the query latent]. */
function gateTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const gate = layer.gate?.value;
  if (!gate) return [];
  const { signal } = totals(layer);
  const rows = gate.form === "elementwise" ? signal * layer.valueDim.value : signal;
  const columns = gate.from === "query_latent" ? (layer.latent?.query?.value ?? 0) : hidden;
  return [{ name: "gate", shape: [rows, columns] }];
}

/** o [hidden, S·dv]. */
function outputTensors(layer: LayerPlan, hidden: number): readonly AttentionTensor[] {
  const columns = totals(layer).signal * layer.valueDim.value;
  return [{ name: "o", shape: [hidden, columns] }, ...biasTensor(layer, "o", hidden)];
}

function biasTensor(layer: LayerPlan, site: BiasSite, size: number): readonly AttentionTensor[] {
  return layer.bias.value.includes(site) ? [{ name: `${site}_bias`, shape: [size] }] : [];
}
