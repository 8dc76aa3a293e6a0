import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { readRuntimeBundle } from "../../../compiler/package/bundle.js";
import type { RuntimeBundle } from "../../../compiler/package/input.js";
import { runNode } from "./run.js";

export const TSC = resolve("node_modules/typescript/bin/tsc");

/** The runtime of the sources as they are now, whatever `dist/` holds. */
export async function buildRuntimeBundle(): Promise<RuntimeBundle> {
  const dist = await mkdtemp(join(tmpdir(), "gda-runtime-"));
  try {
    await build({
      entryPoints: ["runtime/index.ts"],
      outfile: join(dist, "runtime.js"),
      bundle: true,
      format: "esm",
      target: "es2022",
    });
    const info = join(dist, "runtime.tsbuildinfo");
    const args = ["-p", "tsconfig.runtime.json", "--outDir", dist, "--tsBuildInfoFile", info];
    const { code, output } = await runNode([TSC, ...args], ".");
    if (code !== 0) throw new Error(output);
    // The project's root is the root of the output too.
    return await readRuntimeBundle(dist);
  } finally {
    await rm(dist, { recursive: true });
  }
}
