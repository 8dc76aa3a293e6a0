import { readFileSync } from "node:fs";

/** Vulkan drivers, by the names of their libraries. */
const DRIVER = /(?:libvulkan_(?!util)|libvk_|libGLX_nvidia|libnvidia-glcore)[^/\s]*/g;

/**
 * Tells which adapters this process was given: by their own word where they are asked for through
 * `gpu`, and, on Linux, by the drivers that are loaded, whoever asked.
 * @param {GPU} gpu
 * @returns {() => import("./types.js").AdapterSeen}
 */
export function noteAdapters(gpu) {
  /** @type {Set<string>} */
  const names = new Set();
  const request = gpu.requestAdapter.bind(gpu);
  Object.defineProperty(gpu, "requestAdapter", {
    /** @param {GPURequestAdapterOptions} [options] */
    value: async (options) => {
      const adapter = await request(options);
      const { description, device } = adapter?.info ?? {};
      names.add(description || device || "unnamed");
      return adapter;
    },
  });
  return () => ({ names: [...names], drivers: loadedDrivers() });
}

function loadedDrivers() {
  if (process.platform !== "linux") return [];
  return [...new Set(readFileSync("/proc/self/maps", "utf8").match(DRIVER))].toSorted();
}
