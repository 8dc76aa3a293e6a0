import { build } from "esbuild";

/**
 * Bundles the language server, for `gda lsp` and for editors that ship it: one file that needs no
 * other. It is CommonJS, which the protocol's library is. In the first folder upwards that has a
 * package.json it looks for `compiler/diagnostics/pages`, to link codes to their pages; where
 * there are none codes have no links.
 * @param {string} outfile
 */
export async function buildServer(outfile) {
  await build({
    entryPoints: ["compiler/lsp/main.ts"],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    define: { "import.meta.url": "moduleUrl" },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
}
