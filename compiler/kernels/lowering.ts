import type { Program, TensorEntry } from "../../runtime/manifest.js";
import { keyHeads, type TensorName } from "../plan/attention-tensors.js";
import { rotaryChannels } from "../plan/channels.js";
import { totals } from "../plan/heads.js";
import type { LayerPlan } from "../plan/plan.js";
import { isQuantised } from "../plan/scaled-weights.js";
import { ropeFrequencies, ropeGain } from "../plan/rope.js";
import type { EmittedStep } from "./emit.js";
import type { Machine } from "./machine.js";
import { coreOps, type CoreOp } from "./operations/core.js";
import { partialChunks, partialQuads } from "./operations/partials.js";
import { cachedRow } from "./pieces/cached.js";
import { parameters } from "./pieces/parameters.js";
import type { Chooser } from "./schedule/chooser.js";
import type { Fuses } from "./schedule/heads.js";
import type { ChosenStep } from "./schedule/steps.js";
import { formats, type Format, type WeightFormat } from "./text/format.js";

/** Everything that the steps of one layer are made from. */
export interface Lowering {
  readonly layer: LayerPlan;
  readonly hidden: number;
  readonly machine: Machine;
  readonly choose: Chooser;
  readonly fuses: Fuses;
  readonly weights: WeightFormat;
  readonly cache: Format;
  readonly shapes: ReadonlyMap<TensorName, readonly number[]>;
}

/** A step, with its operation and schedule where there was a choice. */
export type LayerStep = EmittedStep | ChosenStep;

export type Phase = "prefill" | "few" | "decode";

/** The format of a weight: that of the model for the matrices that have it, f32 for all others. */
export function storageFormat(
  { layer, shapes, weights }: Pick<Lowering, "layer" | "shapes" | "weights">,
  name: TensorName,
): WeightFormat {
  const shape = shapes.get(name) ?? [];
  const own = "block" in weights ? isQuantised(layer, { name, shape }) : shape.length === 2;
  return own ? weights : formats.f32;
}

/** The tensors of a layer, of those that do not outlast a call only what its steps bind. */
export function boundTensors(
  lowering: Lowering,
  steps: readonly EmittedStep[],
): Program["tensors"] {
  const bound = new Set(steps.flatMap((step) => Object.values(step.tensors)));
  return Object.fromEntries(
    Object.entries(tensorTable(lowering)).filter(
      ([name, { role }]) => bound.has(name) || role !== "scratch",
    ),
  );
}

function tensorTable(lowering: Lowering): Program["tensors"] {
  const { layer, hidden, shapes } = lowering;
  // Whole heads, and whole quads of y: a workgroup writes them together.
  const together: Partial<Record<TensorName, number>> = {
    q: layer.headDim.value.size,
    k: layer.headDim.value.size,
    v: layer.valueDim.value,
    o: 4,
  };
  const weights = [...shapes].map(([name, shape]): [string, TensorEntry] => {
    const format = storageFormat(lowering, name);
    const block = "block" in format ? { block: format.block } : {};
    const rows = together[name] === undefined ? {} : { together: together[name] };
    return [name, { role: "weight", format: format.name, ...block, shape, ...rows }];
  });
  const width = (name: TensorName): number => shapes.get(name)?.[0] ?? 0;
  const scratch = (columns: number): TensorEntry => ({
    role: "scratch",
    format: "f32",
    shape: ["rows", columns],
  });
  const all = totals(layer);
  const latent = layer.latent;
  const { size } = parameters(layer);
  const turning = rotaryChannels(layer).length;
  const rope = layer.rope?.value;
  const cores = coreOps(layer, lowering.cache);
  return {
    x: { role: "input", format: "f32", shape: ["rows", hidden] },
    y: { role: "output", format: "f32", shape: ["rows", hidden] },
    residual: { role: "residual", format: "f32", shape: [["mul", "rows", "residual"], hidden] },
    ...Object.fromEntries(weights),
    ...(size > 0 ? { parameters: { role: "derived", format: "f32", shape: [size] } } : {}),
    q_rows: scratch(width("q")),
    k_rows: scratch(keyHeads(layer) * layer.headDim.value.size),
    ...(latent
      ? {
          ...(latent.query
            ? { q_down_rows: scratch(width("q_down")), q_latent_rows: scratch(width("q_down")) }
            : {}),
          kv_down_rows: scratch(width("kv_down")),
          kv_latent_rows: scratch(latent.kv.value),
          kv_up_rows: scratch(width("kv_up")),
        }
      : { v_rows: scratch(width("v")) }),
    ...(shapes.has("lambda") ? { lambda_rows: scratch(width("lambda")) } : {}),
    ...(shapes.has("gate") ? { gate_rows: scratch(width("gate")) } : {}),
    head_rows: scratch(all.signal * layer.valueDim.value),
    partials: {
      role: "scratch",
      format: "f32",
      shape: [
        "rows",
        all.query,
        partialChunks(smallestChunk(lowering, cores)),
        Math.max(0, ...cores.map((core) => 4 * partialQuads(core))),
      ],
    },
    cache_k: cache(lowering, rowKeys(layer), layer.headDim.value.size),
    cache_v: cache(lowering, 1, layer.valueDim.value),
    sequences: {
      role: "sequences",
      format: "u32",
      shape: ["sequences", ["add", 8, ["ceilDiv", "capacity", "block"]]],
    },
    places: { role: "places", format: "u32", shape: ["rows", 2] },
    ...(rope
      ? {
          angles: {
            role: "angles",
            format: "f32",
            shape: ["rows", turning / 2, 2],
            frequencies: ropeFrequencies(rope, turning),
            gain: ropeGain(rope),
          },
        }
      : {}),
  };
}

/** Cores of one layer follow each other in the same scratch tensor, which has room for each. */
function smallestChunk({ choose }: Lowering, cores: readonly CoreOp[]): number {
  const chunks = cores.map((op) => {
    const schedule = choose({ kind: "decode", op });
    return schedule.kind === "decode" ? schedule.chunk : Infinity;
  });
  return Math.min(...chunks);
}

/** What a KV pair caches of K or V. A scale of float32 has the place of four values. */
function cache({ layer, cache: format }: Lowering, heads: number, headSize: number): TensorEntry {
  return {
    role: "cache",
    format: format.name,
    shape: ["block", 4 * cachedRow(format, heads, headSize).stride],
    unitsPerBlock: layer.kvPairs.value,
  };
}

/** Key heads of one row in the cache: K1, then K2 where the noise heads have their own keys. */
export function rowKeys(layer: LayerPlan): number {
  return keyHeads(layer) / layer.kvPairs.value;
}
