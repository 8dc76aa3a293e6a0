// What tsc leaves to do after it has filled dist/.
import { chmod, rm } from "node:fs/promises";
import { build } from "esbuild";
import { buildServer } from "./server.mjs";

// Kernel packages carry the runtime as one file that a browser loads as it is.
await build({
  entryPoints: ["runtime/index.ts"],
  outfile: "dist/runtime.js",
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["webgpu"],
});

// The command starts in half the time from a few files: Chevrotain alone has hundreds.
await rm("dist/gda", { recursive: true, force: true });
await build({
  entryPoints: ["compiler/cli/main.ts"],
  outdir: "dist/gda",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external: ["commander", "tar", "webgpu"],
});

await buildServer("dist/gda/server.cjs");

// npx links the command once and keeps the link, so a rebuilt file needs its own permission.
await chmod("dist/gda/main.js", 0o755);
