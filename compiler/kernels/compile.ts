import type { KernelEntry, LayerEntry, Program, Step } from "../../runtime/manifest.js";
import { weightSources } from "./weight-sources.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import type { KernelText } from "./compiled.js";
import type { EmittedKernel, EmittedStep } from "./emit.js";
import type { Machine } from "./machine.js";
import { chooser, type Tuned } from "./schedule/chooser.js";
import { lowerLayer, type EmittedProgram } from "./program.js";
import { fuses, type Fuses } from "./schedule/heads.js";

export interface CompiledLayers {
  /** The program of each layer. */
  readonly programOf: readonly string[];
  /** As in the manifest, but for the paths of files, which the package writer chooses. */
  readonly kernels: Readonly<Record<string, Omit<KernelEntry, "file" | "map">>>;
  readonly programs: Readonly<Record<string, Program>>;
  readonly texts: readonly KernelText[];
  /** WGSL extensions that the kernels enable: WebGPU features of the same names. */
  readonly features: readonly string[];
  /** Largest number of rows that one pass over the scratch tensors takes. */
  readonly chunk: number;
}

/** The most rows of a chunk, and the bytes that all tensors of its rows may take. */
const mostRows = 1024;
const scratchBytes = 64 * 2 ** 20;

/**
 * Programs and kernels of some layers of a model for one machine, by tuned schedules where there
 * are any. Layers alike share a program.
 */
export function compileLayers(
  model: ModelPlan,
  layers: readonly LayerPlan[],
  machine: Machine,
  { tuned, fusing = fuses }: { readonly tuned?: Tuned; readonly fusing?: Fuses } = {},
): CompiledLayers {
  const choose = chooser(machine, tuned);
  const names = new KernelNames();
  const programs = new Map<string, { readonly name: string; readonly program: Program }>();
  const lowered = new Map<string, string>();
  const lower = (layer: LayerPlan): string => {
    const { hidden, dtype } = model;
    const emitted = lowerLayer(layer, hidden.value, dtype.value, {
      machine,
      choose,
      fuses: fusing,
    });
    const program = finished(emitted, names);
    const key = JSON.stringify(program);
    const known = programs.get(key) ?? { name: `layer_${layer.index}`, program };
    programs.set(key, known);
    return known.name;
  };
  const programOf = layers.map((layer) => {
    const key = keyOf(layer);
    const name = lowered.get(key) ?? lower(layer);
    lowered.set(key, name);
    return name;
  });
  const all = [...programs.values()];
  return {
    programOf,
    kernels: Object.fromEntries([...names.kernels].map(([name, kernel]) => [name, kernel.entry])),
    programs: Object.fromEntries(all.map(({ name, program }) => [name, program])),
    texts: [...names.kernels].map(([name, { lines }]) => ({
      name,
      wgsl: lines.map((line) => `${line.text}\n`).join(""),
      spans: lines.map((line) => line.spans),
    })),
    features: [...new Set([...names.kernels.values()].flatMap((kernel) => kernel.enables))],
    chunk: Math.min(...all.map(({ program }) => chunkRows(program))),
  };
}

/** What the manifest says of a layer beside its program. */
export function layerEntry(model: ModelPlan, layer: LayerPlan, program: string): LayerEntry {
  return {
    index: layer.index,
    program,
    constants: constants(layer),
    weights: weightSources(layer, model.hidden.value, model.checkpoint.value),
    mask: layer.mask.value.kind,
  };
}

/** Numbers that differ between layers of one program. */
function constants(layer: LayerPlan): Readonly<Record<string, number>> {
  const lambda = layer.lambda?.value;
  return {
    ...(lambda?.kind === "reparam" ? { lambda_init: lambda.init } : {}),
    ...(layer.headNorm ? { head_times: layer.headNorm.value.times } : {}),
  };
}

/** All that a layer's program follows from: layers of one key need no second lowering. */
function keyOf(layer: LayerPlan): string {
  const { lambda, headNorm } = layer;
  return JSON.stringify({
    ...layer,
    index: 0,
    lambda: lambda && { ...lambda, value: { ...lambda.value, init: 0 } },
    headNorm: headNorm && { ...headNorm, value: { ...headNorm.value, times: 0 } },
  });
}

/** Gives each distinct text one name; the same name with another text gets a number. */
class KernelNames {
  readonly kernels = new Map<string, EmittedKernel>();
  readonly #byText = new Map<string, string>();

  name(kernel: EmittedKernel): string {
    const text = kernel.lines.map((line) => line.text).join("\n");
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    let name = kernel.name;
    for (let i = 2; this.kernels.has(name); i++) name = `${kernel.name}_v${i}`;
    this.#byText.set(text, name);
    this.kernels.set(name, kernel);
    return name;
  }
}

function finished(program: EmittedProgram, names: KernelNames): Program {
  const steps = (emitted: readonly EmittedStep[]): readonly Step[] =>
    emitted.map(({ kernel, tensors, uniforms, grid, over, into, label }) => ({
      kernel: names.name(kernel),
      tensors,
      uniforms,
      grid,
      ...(over === undefined ? {} : { over }),
      ...(into === undefined ? {} : { into }),
      label,
    }));
  const phases = (phase: EmittedProgram["prefill"]): Program["prefill"] => ({
    keys: steps(phase.keys),
    queries: steps(phase.queries),
  });
  return {
    tensors: program.tensors,
    load: steps(program.load),
    prefill: phases(program.prefill),
    few: phases(program.few),
    decode: phases(program.decode),
  };
}

function chunkRows(program: Program): number {
  const width = Object.values(program.tensors)
    .filter(({ shape }) => shape[0] === "rows" && shape.length === 2)
    .reduce((sum, { shape }) => sum + (typeof shape[1] === "number" ? shape[1] : 0), 0);
  return Math.min(mostRows, 2 ** Math.floor(Math.log2(scratchBytes / (4 * width))));
}
