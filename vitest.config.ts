import { defineConfig } from "vitest/config";
import { environmentFor, findAdapter } from "./compiler/adapter/index.js";

// The Vulkan loader reads its environment when a process starts, so it is set here, before the workers.
const adapter = await findAdapter();
Object.assign(process.env, environmentFor(adapter));
process.stdout.write(`WebGPU adapter: ${adapter.description}\n`);

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/fuzz/**", "test/true-size/**"],
    pool: "forks",
    // The files of a worker share their modules: importing the compiler 150 times took half of the time.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    reporters: ["default", "./test/reporter.ts"],
  },
});
