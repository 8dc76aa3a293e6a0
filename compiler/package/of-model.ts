import type { Diagnostic } from "../../grammar/diagnostic.js";
import type { Analysis } from "../analyze.js";
import { plain } from "../diagnostics/style.js";
import { compileModel } from "../kernels/model.js";
import type { CompiledModel } from "../kernels/model.js";
import type { TunedMachine } from "../kernels/tuned.js";
import { kernelUses } from "../kernels/uses.js";
import type { LayerPlan, ModelPlan, TargetPlan } from "../plan/plan.js";
import { renderModel } from "../report/index.js";
import { version } from "../version.js";
import { buildPackage } from "./build.js";
import { readRuntimeBundle } from "./bundle.js";
import type { PackageFiles } from "./input.js";

/** What goes into a package. */
export interface Wanted {
  readonly analysis: Analysis;
  readonly model: ModelPlan;
  readonly layers: readonly LayerPlan[];
  readonly targets: readonly TargetPlan[];
  /** Adapters whose tuned schedules get variants of their own. */
  readonly tuned?: readonly TunedMachine[];
}

/** Compiles a package; where the kernels cannot do what is wanted, the findings say why. */
export async function packageOfModel({
  analysis,
  model,
  layers,
  targets,
  tuned,
}: Wanted): Promise<{ diagnostics: readonly Diagnostic[]; files: PackageFiles | undefined }> {
  const compiled = compileModel(model, layers, targets, tuned);
  const { diagnostics } = compiled;
  if (diagnostics.length > 0) return { diagnostics, files: undefined };
  const files = await buildPackage({
    compiler: version,
    model: model.name,
    sources: [...analysis.sources.values()],
    hidden: model.hidden.value,
    context: model.context.value,
    tolerance: compiled.tolerance,
    layers: compiled.layers,
    variants: compiled.variants,
    report: reportOf(model, compiled),
    runtime: await readRuntimeBundle(),
  });
  return { diagnostics, files };
}

/** The plan, the kernels of the preferred variant and where the weights are, in Markdown. */
function reportOf(model: ModelPlan, { variants, layers }: CompiledModel): string {
  const kernels = kernelUses(Object.values(variants[0]?.programs ?? {}));
  const names = variants.map(({ target }) => `\`${target}\``).join(", ");
  const plan = renderModel(model, { style: plain, kernels, packaged: layers });
  return `# ${model.name}\n\nVariants, in order of preference: ${names}.\n\n\`\`\`text\n${plan}\`\`\`\n`;
}
