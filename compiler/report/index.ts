export type { Lengths } from "./costs.js";
export { renderJson } from "./json.js";
export { renderFacts, renderGrowth, renderModel, renderSweep } from "./render.js";
