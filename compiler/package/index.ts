export { buildPackage } from "./build.js";
export type { PackageFiles } from "./input.js";
export { packageOfModel, type Wanted } from "./of-model.js";
export { writePackage } from "./write.js";
