export type {
  Cache,
  CacheSize,
  Call,
  CallBuffers,
  Layer,
  LoadOptions,
  Model,
  OpenOptions,
  Paging,
  Session,
  StepTime,
  TensorsOf,
} from "./api.js";
export type { Batch } from "./call/batch.js";
export type { Rows } from "./call/input.js";
export type { Rule } from "./codes.js";
export type { ConnectOptions } from "./device/connect.js";
export { GdaError, gdaError } from "./error.js";
export type * from "./manifest.js";
export type { Named } from "./named.js";
export { open } from "./open.js";
export { parseManifest, readPackage } from "./package/package.js";
export type { Package, PackageReader } from "./package/package.js";
export { readFromUrls } from "./package/urls.js";
export type { OnProgress, Progress } from "./progress.js";
export { checkpoint } from "./weights/checkpoint.js";
export type { OpenShard } from "./weights/checkpoint.js";
export { convert, decode } from "./weights/convert.js";
export type { Dtype, FloatDtype } from "./weights/dtype.js";
export type { ReadableSource, Reader } from "./weights/reader.js";
export { safetensors } from "./weights/safetensors.js";
export type { Safetensors } from "./weights/safetensors.js";
export { memoryWeights, tensor } from "./weights/tensor.js";
export type { Tensor } from "./weights/tensor.js";
export type { TensorInfo, Weights } from "./weights/weights.js";
export { safetensorsHeader, writeSafetensors } from "./weights/write.js";
