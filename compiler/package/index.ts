export { buildPackage } from "./build.js";
export { readRuntimeBundle } from "./bundle.js";
export type { PackageFiles } from "./input.js";
export { writePackage } from "./write.js";
