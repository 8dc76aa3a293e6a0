import type { CompiledLayer } from "../kernels/compiled.js";
import type { PackageInput } from "./input.js";
import { expression, literalType } from "./pretty.js";

/**
 * The package's module, three times: as TypeScript to read, as JavaScript to run, and its types. It
 * binds the runtime to the files of the package and says in literal types what fits the model.
 */
export interface ModuleTexts {
  readonly ts: string;
  readonly js: string;
  readonly dts: string;
}

/** `files` are the paths that the runtime may read. */
export function moduleTexts(input: PackageInput, files: readonly string[]): ModuleTexts {
  const dims = dimsOf(input);
  const model = `/** What fits the model, in types: see \`Model\` of the runtime. */
export interface ThisModel {
  readonly hidden: ${input.hidden};
  readonly target: ${input.variants.map(({ target }) => JSON.stringify(target)).join(" | ")};
  readonly weights: ${literalType(shapesOf(input), "  ")};
}
`;
  return {
    ts: `${heading(input)}
${VALUE_IMPORT}
${TYPE_IMPORT}

${EXPORTS}
export const dims = ${expression(dims)} as const;

${model}
const files: Readonly<Record<string, URL>> = ${urls(files)};

${OPEN_DOC}
export function open(options?: OpenOptions<ThisModel["target"]>): Promise<Session<ThisModel>> {
  return openPackage<ThisModel>(readFromUrls(files), options);
}
`,
    js: `${heading(input)}
${VALUE_IMPORT}

${EXPORTS}
export const dims = ${expression(dims)};

const files = ${urls(files)};

${OPEN_DOC}
export function open(options) {
  return openPackage(readFromUrls(files), options);
}
`,
    dts: `${heading(input)}
${TYPE_IMPORT}

${EXPORTS}
export declare const dims: ${literalType(dims)};

${model}
${OPEN_DOC}
export declare function open(
  options?: OpenOptions<ThisModel["target"]>,
): Promise<Session<ThisModel>>;
`,
  };
}

function heading({ model, compiler }: PackageInput): string {
  return `/**
 * ${model}, compiled by gda ${compiler}: attention layers for WebGPU.
 * Written by \`gda build\`, which overwrites it.
 */`;
}

const VALUE_IMPORT = `import { open as openPackage, readFromUrls } from "./runtime.js";`;

const TYPE_IMPORT = `import type { OpenOptions, Session } from "./runtime.js";`;

const EXPORTS = `export * from "./runtime.js";

/** Numbers of the model; layers in the order of their index, with totals of heads. */`;

const OPEN_DOC = `/**
 * Opens the package on a GPU: the caller's \`gpu\` or \`device\`, that of the browser, or in Node that
 * of the package \`webgpu\`. Throws a \`GdaError\` that says what is missing where it cannot run.
 */`;

/** Each file by a URL of its own, which bundlers recognise. */
function urls(files: readonly string[]): string {
  const lines = files.map((path) => {
    const url = `new URL(${JSON.stringify(`./${path}`)}, import.meta.url)`;
    return `  ${JSON.stringify(path)}: ${url},\n`;
  });
  return `{\n${lines.join("")}}`;
}

function dimsOf({ model, hidden, context, layers }: PackageInput): object {
  return {
    model,
    hidden,
    context,
    layers: byIndex(layers).map(({ index, mask, heads }) => ({ index, mask, ...heads })),
  };
}

/** Shapes of the checkpoint tensors, by layer and name. */
function shapesOf({ layers }: PackageInput): object {
  return Object.fromEntries(
    byIndex(layers).map(({ index, weights }) => {
      const shapes = Object.values(weights).flatMap((source) => Object.entries(source.shapes));
      return [index, Object.fromEntries(shapes)];
    }),
  );
}

function byIndex(layers: readonly CompiledLayer[]): readonly CompiledLayer[] {
  return layers.toSorted((a, b) => a.index - b.index);
}
