// What tsc leaves to do after it has filled dist/.
import { chmod } from "node:fs/promises";
import { build } from "esbuild";

// Kernel packages carry the runtime as one file that a browser loads as it is.
await build({
  entryPoints: ["runtime/index.ts"],
  outfile: "dist/runtime.js",
  bundle: true,
  format: "esm",
  target: "es2022",
  external: ["webgpu"],
});

// npx links the command once and keeps the link, so a rebuilt file needs its own permission.
await chmod("dist/compiler/cli/main.js", 0o755);
