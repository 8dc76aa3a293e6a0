import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { AdapterMatch, Variant } from "../../runtime/manifest.js";
import { totals } from "../plan/heads.js";
import type { LayerPlan, ModelPlan, TargetPlan } from "../plan/plan.js";
import { fits, type Need } from "../target/fits.js";
import { compileLayers, layerEntry, type CompiledLayers } from "./compile.js";
import type { CompiledLayer, CompiledVariant, LayerHeads } from "./compiled.js";
import { portableMachine, type Machine } from "./machine.js";
import type { Tuned } from "./schedule/chooser.js";
import { unsupported } from "./supported.js";
import type { TunedMachine } from "./tuned.js";

/** The kernels of some layers of a model, or why there are none. */
export interface CompiledModel {
  readonly diagnostics: readonly Diagnostic[];
  readonly layers: readonly CompiledLayer[];
  readonly variants: readonly CompiledVariant[];
  /** Relative error that the kernels are held to: what the storage formats cost. */
  readonly tolerance: number;
}

/** Subgroup sizes of the adapters that there are: SwiftShader, lavapipe, Intel, most others, AMD. */
const subgroupSizes = [4, 8, 16, 32, 64, 128];

/**
 * Compiles layers for each target; variants are in order of preference. Those with tuned schedules
 * stand in front, and only the adapters that they were tuned on run them.
 */
export function compileModel(
  model: ModelPlan,
  layers: readonly LayerPlan[],
  targets: readonly TargetPlan[],
  tuned: readonly TunedMachine[] = [],
): CompiledModel {
  const diagnostics = [...unsupported(model, layers)];
  const nothing = { diagnostics, layers: [], variants: [], tolerance: 0 };
  if (diagnostics.length > 0) return nothing;
  const wanted = targets.flatMap((target, i) => [
    ...(i === 0 ? tuned.map((each) => tunedVariant(target, each)) : []),
    ...machines(target).map((each) => ({ ...each, target })),
  ]);
  const made = wanted.map(({ target, name, machine, schedules, adapters }: Wanted) => {
    const compiled = compileLayers(model, layers, machine, schedules && { tuned: schedules });
    diagnostics.push(...fits(target, needs(model, target, compiled)));
    const variant = variantOf(name, machine, compiled);
    return { compiled, variant: adapters ? { ...variant, adapters } : variant };
  });
  if (diagnostics.length > 0) return nothing;
  const [first] = made;
  return {
    diagnostics,
    layers: layers.map((layer, i) => ({
      ...layerEntry(model, layer, first?.compiled.programOf[i] ?? ""),
      heads: headsOf(layer),
    })),
    variants: made.map(({ variant }) => variant),
    tolerance: tolerance(model),
  };
}

interface Wanted {
  readonly target: TargetPlan;
  readonly name: string;
  readonly machine: Machine;
  readonly schedules?: Tuned;
  readonly adapters?: readonly AdapterMatch[];
}

function tunedVariant(target: TargetPlan, tuned: TunedMachine): Wanted {
  const { name, adapter, machine, schedules } = tuned;
  return { target, name: `${target.name}/${name}`, machine, schedules, adapters: [adapter] };
}

/** With subgroups one machine for each size, and one without for adapters whose size varies. */
function machines(
  target: TargetPlan,
): readonly { readonly name: string; readonly machine: Machine }[] {
  const plain = { name: target.name, machine: portableMachine };
  if (!target.features.includes("subgroups")) return [plain];
  const sizes = target.subgroupSize === "any" ? subgroupSizes : [target.subgroupSize];
  const sized = sizes.map((team) => ({
    name: `${target.name}/subgroups-${team}`,
    machine: { hands: "subgroup", team } as const,
  }));
  return target.subgroupSize === "any" ? [...sized, plain] : sized;
}

/** What the manifest says of kernels for one machine. */
export function variantOf(
  name: string,
  machine: Machine,
  compiled: CompiledLayers,
): CompiledVariant {
  const { kernels, programs, texts, features, chunk } = compiled;
  const all = Object.values(kernels);
  const most = (of: (kernel: (typeof all)[number]) => number): number => Math.max(...all.map(of));
  const limits: Variant["limits"] = {
    maxComputeInvocationsPerWorkgroup: most(({ workgroup }) => workgroup),
    maxComputeWorkgroupStorageSize: most(({ workgroupBytes }) => workgroupBytes),
    maxStorageBuffersPerShaderStage: most(({ bindings }) => bindings.length),
  };
  return {
    target: name,
    features,
    ...(machine.hands === "subgroup" ? { subgroupSize: machine.team } : {}),
    limits,
    chunk,
    kernels,
    programs,
    texts,
  };
}

/** What the kernels need of limits; features are the target's own choice. */
function needs(model: ModelPlan, target: TargetPlan, compiled: CompiledLayers): readonly Need[] {
  return Object.entries(compiled.kernels).flatMap(([name, kernel]): readonly Need[] => {
    const need = (limit: string, amount: number): Need => ({
      what: `Kernel \`${name}\``,
      from: [model.span],
      limit,
      needs: amount,
    });
    return [
      need("max_compute_workgroup_storage_size", kernel.workgroupBytes),
      need("max_compute_invocations_per_workgroup", kernel.workgroup),
      need("max_storage_buffers_per_shader_stage", kernel.bindings.length),
    ].filter((one) => "limit" in one && target.limits[one.limit] !== undefined);
  });
}

function headsOf(layer: LayerPlan): LayerHeads {
  const { groups, signal, noise } = totals(layer);
  return {
    groups,
    signal,
    noise,
    kvPairs: layer.kvPairs.value,
    headDim: layer.headDim.value.size,
    valueDim: layer.valueDim.value,
  };
}

/**
 * ‖out − reference‖ / ‖reference‖ against float64 with unrounded weights, or with the quantised ones:
 * what these cost is the model's own choice, and far more than any kernel may be off.
 */
function tolerance({ dtype }: ModelPlan): number {
  const { weights, cache } = dtype.value;
  const formats = "block" in dtype.value ? [cache] : [weights, cache];
  if (cache === "i8") return 5e-2;
  if (formats.includes("bf16")) return 2e-2;
  return formats.includes("f16") ? 3e-3 : 1e-5;
}
