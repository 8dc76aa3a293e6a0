/** The compiler as a library: from text to plans, findings, kernels and the reference. */
export { analyze } from "./analyze.js";
export type { Analysis, Host } from "./analyze.js";
export { renderJson, renderPretty, renderShort } from "./diagnostics/index.js";
export { configOf } from "./hf/export.js";
export { importConfig } from "./hf/import.js";
export { compileModel } from "./kernels/model.js";
export type { CompiledModel } from "./kernels/model.js";
export { attentionTensors } from "./plan/attention-tensors.js";
export { queryHeads } from "./plan/heads.js";
export type * from "./plan/plan.js";
export { evaluate } from "./reference/evaluate.js";
export { specText } from "./spec/text.js";
export { portable } from "./target/portable.js";
