import { packageOfModel, type PackageFiles, type Wanted } from "../package/index.js";
import { report } from "./analysis.js";

/** Compiles a package; where the kernels cannot do what is wanted, says so and gives nothing. */
export async function packageOf(wanted: Wanted): Promise<PackageFiles | undefined> {
  const { diagnostics, files } = await packageOfModel(wanted);
  await report(diagnostics, wanted.analysis.sources);
  return files;
}
