export type { Lengths } from "./costs.js";
export { renderJson, type ReportedModel } from "./json.js";
export type { KernelUse } from "./kernels.js";
export { renderFacts, renderGrowth, renderModel, type ReportOptions } from "./render.js";
