import type { PackageInput } from "../../../compiler/package/input.js";
import { TINY_KERNELS } from "../../runtime/support/tiny-kernels.js";
import { tinyManifest, tinyVariant } from "../../runtime/support/tiny-package.js";

const SOURCE = { file: "tiny.gda", text: "model Tiny {\n  hidden: 4\n}\n" };

/** The tiny package of the runtime's tests, as the compiler would hand it over. */
export const tinyInput: PackageInput = {
  compiler: "0.0.0",
  model: "Tiny",
  sources: [SOURCE],
  hidden: tinyManifest.hidden,
  context: tinyManifest.context,
  tolerance: tinyManifest.tolerance,
  layers: tinyManifest.layers.map((layer) => ({
    ...layer,
    heads: { groups: 1, signal: 2, noise: 0, kvPairs: 1, headDim: 4, valueDim: 4 },
  })),
  variants: [
    {
      ...tinyVariant,
      kernels: Object.fromEntries(
        Object.entries(tinyVariant.kernels).map(
          ([name, { workgroup, workgroupBytes, bindings, uniforms }]) => [
            name,
            { workgroup, workgroupBytes, bindings, uniforms },
          ],
        ),
      ),
      texts: Object.entries(TINY_KERNELS).map(([name, wgsl]) => ({
        name,
        wgsl,
        // Its first line comes from `hidden: 4`, the others from nowhere.
        spans: wgsl
          .split("\n")
          .map((_, i) => (i === 0 ? [{ file: SOURCE.file, start: 15, end: 24 }] : [])),
      })),
    },
  ],
  report: "# Tiny\n",
  runtime: {
    js: "export function open() {}\n",
    declarations: new Map([["index.d.ts", "export {};\n"]]),
  },
};
