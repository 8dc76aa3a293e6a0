import { statSync } from "node:fs";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { folderReader } from "../package/readers.js";
import { readPackage } from "../../runtime/index.js";
import type { Package } from "../../runtime/index.js";
import { adapterTarget } from "./adapter-target.js";
import { checkBlocks } from "../check/rules/blocks.js";
import { analyzeFile, hasErrors, report } from "./analysis.js";
import { specWanted, unreadableFile, weightsFixHidden } from "./codes.js";
import { failure, reasonOf } from "./failure.js";
import { selectLayers } from "./layers.js";
import { packageOf } from "./package-of.js";
import type { RunOptions } from "./run.js";
import { selectModel } from "./select-model.js";
import { tunedAdapter } from "../tune/adapter.js";
import type { TunedMachine } from "../kernels/tuned.js";
import { tunedMachines } from "./tuned.js";

/** What is run: a package, and the plan that it was made from where there is a spec. */
export interface RunSource {
  readonly plan: { readonly model: ModelPlan; readonly layer: LayerPlan } | undefined;
  /** Nothing where the kernels cannot do what the spec asks for; that has been said then. */
  readonly open: (gpu: GPU) => Promise<Package | undefined>;
}

/** Reads a spec or a package; nothing where a spec has errors, which have been shown then. */
export function readSource(path: string, options: RunOptions): Promise<RunSource | undefined> {
  return isFolder(path) ? packageSource(path, options) : specSource(path, options);
}

async function packageSource(folder: string, options: RunOptions): Promise<RunSource> {
  const { verify, hidden, model, param } = options;
  const [first] = Object.entries({ verify, hidden, model, param: Object.keys(param)[0] })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  if (first !== undefined) throw failure(specWanted, { option: first });
  const opened = await readPackage(folderReader(folder));
  return { plan: undefined, open: () => Promise.resolve(opened) };
}

async function specSource(file: string, options: RunOptions): Promise<RunSource | undefined> {
  if (options.hidden !== undefined && options.weights !== undefined) {
    throw failure(weightsFixHidden, {});
  }
  const analysis = await analyzeFile(file, options);
  const { diagnostics, sources } = analysis;
  if (hasErrors(diagnostics)) {
    await report(diagnostics, sources);
    return undefined;
  }
  const model = narrowed(selectModel(analysis, options.model), options.hidden);
  const broken = checkBlocks(model);
  if (broken.length > 0) {
    await report(broken, sources);
    return undefined;
  }
  const layers = selectLayers(model, String(options.layer));
  const [layer] = layers;
  if (layer === undefined) return undefined;
  const open = async (gpu: GPU): Promise<Package | undefined> => {
    await report(diagnostics, sources);
    const targets = [await adapterTarget(gpu)];
    const tuned = await tunedHere(gpu, model, layers);
    const files = await packageOf({ analysis, model, layers, targets, tuned });
    if (files === undefined) return undefined;
    return readPackage((path) => Promise.resolve(new TextEncoder().encode(files.get(path))));
  };
  return { plan: { model, layer }, open };
}

/** What was tuned of these layers on the adapter that will run them. */
async function tunedHere(
  gpu: GPU,
  model: ModelPlan,
  layers: readonly LayerPlan[],
): Promise<readonly TunedMachine[]> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) return [];
  const here = JSON.stringify(tunedAdapter(adapter));
  return tunedMachines(model, layers, (each) => JSON.stringify(each) === here);
}

/** The model with another width, which blocks may not fit: heads and dims stay, and so the attention. */
function narrowed(model: ModelPlan, hidden: number | undefined): ModelPlan {
  return hidden === undefined ? model : { ...model, hidden: { ...model.hidden, value: hidden } };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw failure(unreadableFile, { file: path, reason: reasonOf(error) });
  }
}
