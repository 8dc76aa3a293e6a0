export { buildPackage } from "./build.js";
export { readRuntimeBundle } from "./bundle.js";
export type {
  KernelText,
  LayerHeads,
  PackageFiles,
  PackageInput,
  PackageLayer,
  PackageVariant,
  RuntimeBundle,
} from "./input.js";
export type { LineMap, MappedSpan } from "./line-map.js";
export { folderReader, openWeights } from "./readers.js";
export { writePackage } from "./write.js";
export type { Written } from "./write.js";
