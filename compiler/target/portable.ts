import type { TargetPlan } from "../plan/plan.js";
import { guaranteed } from "./limits.js";

/** The built-in target: what every WebGPU adapter has. */
export const portable: TargetPlan = {
  name: "portable",
  doc: "No feature, and the limits that every WebGPU adapter guarantees.",
  span: undefined,
  features: [],
  limits: guaranteed,
  subgroupSize: "any",
  cacheBudget: undefined,
};
