import { defineConfig } from "vitest/config";
import config from "./vitest.config.js";

// The long property tests: minutes, not seconds, so they have a command of their own.
export default defineConfig({
  test: {
    ...config.test,
    include: ["test/fuzz/**/*.test.ts"],
    exclude: [],
    // Each sets how often its properties run.
    isolate: true,
    testTimeout: 600_000,
  },
});
