import type { Machine } from "../../compiler/kernels/machine.js";
import { compileLayers, layerEntry } from "../../compiler/kernels/compile.js";
import { variantOf } from "../../compiler/kernels/model.js";
import { buildPackage } from "../../compiler/package/index.js";
import type { LayerPlan, ModelPlan } from "../../compiler/plan/plan.js";
import { attentionTensors } from "../../compiler/plan/attention-tensors.js";
import type { Weights } from "../../compiler/reference/weights.js";
import { open, readPackage, tensor, type Layer, type Session } from "../../runtime/index.js";
import { adapter } from "./adapter.js";
import { modelPlan } from "./plans.js";
import { sharedDevice } from "./shared-device.js";

/** The machines whose kernels this process's adapter can run: with its subgroups, and without. */
export async function machines(): Promise<readonly Machine[]> {
  const { info } = await adapter();
  const size = info.subgroupMinSize === info.subgroupMaxSize ? info.subgroupMinSize : undefined;
  const plain: Machine = { hands: "workgroup", team: 32 };
  return size === undefined ? [plain] : [{ hands: "subgroup", team: size }, plain];
}

/** Compiles one layer as a package would, and opens it on this process's device or on another. */
export async function openLayer(
  layer: LayerPlan,
  hidden: number,
  weights: Weights,
  machine: Machine,
  overrides: Partial<ModelPlan> = {},
  device?: GPUDevice,
  how: Parameters<typeof compileLayers>[3] = {},
): Promise<{ readonly session: Session; readonly layer: Layer }> {
  const model = modelPlan([layer], hidden, overrides);
  const compiled = compileLayers(model, [layer], machine, how);
  const files = await buildPackage({
    compiler: "0.0.0",
    model: model.name,
    sources: [],
    hidden,
    context: model.context.value,
    tolerance: 1e-5,
    layers: compiled.programOf.map((program) => ({
      ...layerEntry(model, layer, program),
      heads: { groups: 1, signal: 1, noise: 0, kvPairs: 1, headDim: 4, valueDim: 4 },
    })),
    variants: [variantOf("test", machine, compiled)],
    report: "",
    runtime: { js: "", declarations: new Map() },
  });
  const opened = await readPackage((path) =>
    Promise.resolve(new TextEncoder().encode(files.get(path))),
  );
  const session = await open(opened, { device: device ?? (await sharedDevice()) });
  const stored = attentionTensors(layer, hidden).map(({ name, shape }) => {
    const values = weights[name];
    if (values === undefined) throw new RangeError(`no weight ${name}`);
    const data = Float32Array.from(values);
    return [`layers.${layer.index}.attention.${name}`, tensor(shape, data)] as const;
  });
  return { session, layer: await session.layer(layer.index, new Map(stored)) };
}
