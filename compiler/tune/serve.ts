import { openGpu } from "../adapter/index.js";
import type { Question } from "./job.js";
import { Runner } from "./runner.js";

const WANTED: readonly GPUFeatureName[] = ["subgroups", "timestamp-query"];

/** The process that runs candidates: answers its parent's questions, one after the other. */
export async function serve(): Promise<void> {
  const gpu = await openGpu();
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter === null) throw new Error("there is no adapter");
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({
    requiredFeatures: WANTED.filter((name) => adapter.features.has(name)),
    requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
  });
  const runner = new Runner(device);
  let last: Promise<unknown> = Promise.resolve();
  process.on("message", (question: Question) => {
    last = last
      .then(() => runner.answer(question))
      .then((answer) => {
        process.send?.(answer);
      });
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ answer: "forgotten" });
}
