import type { LayerEntry, Manifest, Variant } from "../../runtime/manifest.js";
import { parseManifest } from "../../runtime/package/package.js";
import { sha256 } from "./digest.js";
import type { CompiledLayer, CompiledVariant } from "../kernels/compiled.js";
import type { PackageFiles, PackageInput } from "./input.js";
import { lineMapText } from "./line-map.js";
import { moduleTexts } from "./module.js";
import { prettyJson } from "./pretty.js";

/** Makes the module kind plain wherever the package lies, also inside a CommonJS project. */
const PACKAGE_JSON = prettyJson({ private: true, type: "module", sideEffects: false });

const RUNTIME_TYPES = `export * from "./runtime/index.js";\n`;

/**
 * The files of a kernel package: the same input gives the same texts. What comes out was read back
 * with the runtime's own checks.
 */
export async function buildPackage(input: PackageInput): Promise<PackageFiles> {
  const kernels = input.variants.flatMap(({ target, texts }) =>
    texts.map((kernel) => ({ kernel, ...kernelPaths(target, kernel.name) })),
  );
  const wgsl = kernels.map(({ kernel, file }) => [file, kernel.wgsl] as const);
  const read = ["manifest.json", ...wgsl.map(([file]) => file)].toSorted();
  const { ts, js, dts } = moduleTexts(input, read);
  const files = new Map<string, string>([
    ...wgsl,
    ...kernels.map(
      ({ kernel, file, map }) => [map, lineMapText(kernel, file, input.sources)] as const,
    ),
    ["index.ts", ts],
    ["index.js", js],
    ["index.d.ts", dts],
    ["package.json", PACKAGE_JSON],
    ["report.md", input.report],
    ["runtime.js", input.runtime.js],
    ["runtime.d.ts", RUNTIME_TYPES],
    ...[...input.runtime.declarations].map(([path, text]) => [`runtime/${path}`, text] as const),
  ]);
  const manifest = prettyJson(await manifestOf(input, sorted(files)));
  parseManifest(manifest);
  return sorted(new Map([...files, ["manifest.json", manifest]]));
}

async function manifestOf(input: PackageInput, files: PackageFiles): Promise<Manifest> {
  const { compiler, model, sources, hidden, context, layers, variants, tolerance } = input;
  const digests = [...files].map(async ([path, text]) => [path, await sha256(text)] as const);
  const source = sources.map(async ({ file, text }) => ({ file, sha256: await sha256(text) }));
  return {
    schema: 1,
    compiler,
    model,
    source: await Promise.all(source),
    hidden,
    context,
    tolerance,
    layers: layers.map(layerEntry),
    variants: variants.map(variantEntry),
    files: Object.fromEntries(await Promise.all(digests)),
  };
}

function layerEntry({ index, program, constants, weights, mask }: CompiledLayer): LayerEntry {
  return { index, program, constants, weights, mask };
}

function variantEntry(input: CompiledVariant): Variant {
  const { target, features, adapters, subgroupSize, limits, chunk, programs } = input;
  const kernels = Object.entries(input.kernels).map(
    ([name, entry]) => [name, { ...kernelPaths(target, name), ...entry }] as const,
  );
  return {
    target,
    features,
    ...(adapters === undefined ? {} : { adapters }),
    ...(subgroupSize === undefined ? {} : { subgroupSize }),
    limits,
    chunk,
    kernels: Object.fromEntries(kernels),
    programs,
  };
}

function kernelPaths(
  target: string,
  name: string,
): { readonly file: string; readonly map: string } {
  const path = `kernels/${target}/${name}`;
  return { file: `${path}.wgsl`, map: `${path}.map.json` };
}

function sorted(files: PackageFiles): PackageFiles {
  return new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
