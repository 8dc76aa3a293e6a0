import type { HeadDim, LayerPlan } from "../plan/plan.js";
import { emit, type EmittedStep } from "./emit.js";
import { rowKeys, type LayerStep, type Lowering, type Phase } from "./lowering.js";
import { share } from "./machine.js";
import { append, type AppendPart } from "./operations/append.js";
import { norm } from "./operations/norm.js";
import { caching, projectedRows, turning } from "./projections.js";
import { formats } from "./text/format.js";

/** K and V from a latent: a key is put together from its parts before it turns. */
export function latentKeySteps(lowering: Lowering, phase: Phase): readonly LayerStep[] {
  const { layer } = lowering;
  const width = rowKeys(layer) * layer.headDim.value.size;
  const values = layer.valueDim.value;
  const pairs = layer.kvPairs.value;
  const { parts, plain } = latentKeyParts(layer, layer.latent?.kv.value ?? 0);
  const key: AppendPart = {
    tensor: "first",
    rowStride: pairs * width,
    pairStride: width,
    offset: 0,
    size: width,
  };
  const value: AppendPart = {
    tensor: "first",
    rowStride: pairs * (plain + values),
    pairStride: plain + values,
    offset: plain,
    size: values,
  };
  return [
    ...projectedRows(lowering, phase, "kv_down", "x", "kv_down_rows"),
    latentNorm(lowering, "kv"),
    ...projectedRows(lowering, phase, "kv_up", "kv_latent_rows", "kv_up_rows"),
    assembling(lowering, parts),
    ...turning(lowering, "k"),
    caching(lowering, "k", key, "k_rows"),
    caching(lowering, "v", value, "kv_up_rows"),
  ];
}

/** A key from a latent: plain channels of its own pair, rotary channels that all pairs share. */
function latentKeyParts(
  layer: LayerPlan,
  latent: number,
): { readonly parts: readonly AppendPart[]; readonly plain: number } {
  const dims: HeadDim["parts"] = layer.rope
    ? layer.headDim.value.parts
    : [{ kind: "plain", size: layer.headDim.value.size }];
  const size = (kind: "plain" | "rotary"): number =>
    dims.reduce((sum, part) => sum + (part.kind === kind ? part.size : 0), 0);
  const [plain, rotary] = [size("plain"), size("rotary")];
  const up = plain + layer.valueDim.value;
  const next = { plain: 0, rotary: latent };
  const parts = dims.map((part): AppendPart => {
    const offset = next[part.kind];
    next[part.kind] += part.size;
    return part.kind === "plain"
      ? {
          tensor: "first",
          rowStride: layer.kvPairs.value * up,
          pairStride: up,
          offset,
          size: part.size,
        }
      : { tensor: "second", rowStride: latent + rotary, pairStride: 0, offset, size: part.size };
  });
  return { parts, plain };
}

/** The keys of a latent layer, put together from its parts before they turn. */
function assembling(lowering: Lowering, parts: readonly AppendPart[]): EmittedStep {
  const { layer, machine } = lowering;
  const width = rowKeys(layer) * layer.headDim.value.size;
  const op = {
    pairs: layer.kvPairs.value,
    width,
    parts,
    to: "rows" as const,
    format: formats.f32,
    beside: undefined,
  };
  const second = parts.some((part) => part.tensor === "second") ? "kv_down_rows" : undefined;
  const tensors = { first: "kv_up_rows", second, out: "k_rows" };
  return emit(append, op, { share: share(machine) }, { tensors, label: "assemble k" });
}

export function latentNorm(lowering: Lowering, which: "q" | "kv"): EmittedStep {
  const { layer, machine, shapes } = lowering;
  const down = which === "q" ? "q_down" : "kv_down";
  const weight = which === "q" ? "q_latent_norm" : "kv_latent_norm";
  const size = shapes.get(weight)?.[0] ?? 0;
  const eps = layer.latent?.norm;
  if (eps === undefined) throw new Error("a latent norm without a latent");
  const op = { size, rowStride: shapes.get(down)?.[0] ?? 0, eps: { ...eps, value: eps.value.eps } };
  return emit(
    norm,
    op,
    { share: share(machine) },
    {
      tensors: { input: `${down}_rows`, weight, out: `${which}_latent_rows` },
      label: `norm ${which}_latent`,
    },
  );
}
