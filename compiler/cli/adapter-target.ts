import type { TargetPlan } from "../plan/plan.js";
import { portable } from "../target/portable.js";

/** A target that assumes what the adapter here has, so that it runs the kernels that suit it best. */
export async function adapterTarget(gpu: GPU): Promise<TargetPlan> {
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null || !adapter.features.has("subgroups")) return portable;
  const { subgroupMinSize: least, subgroupMaxSize: most } = adapter.info;
  if (least === undefined || least !== most) return portable;
  return { ...portable, name: "here", features: ["subgroups"], subgroupSize: least };
}
