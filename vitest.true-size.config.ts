import { defineConfig } from "vitest/config";
import config from "./vitest.config.js";

// Needs minutes, gigabytes and Chromium, so it has a command of its own.
export default defineConfig({
  test: {
    ...config.test,
    include: ["test/true-size/**/*.test.ts"],
    exclude: [],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
