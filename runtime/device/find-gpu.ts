import { noWebGpu } from "../codes.js";
import { gdaError, reasonOf } from "../error.js";

/** Not written in the import itself, so that bundlers for browsers do not look for it. */
const DAWN = "webgpu";

/** The part of the npm package `webgpu` that is used. */
interface Dawn {
  readonly create: (options: string[]) => GPU;
}

/** Dawn's bindings crash when the object is collected while a device of it lives, so it never is. */
let dawn: Promise<GPU> | undefined;

interface Scope {
  readonly navigator?: { readonly gpu?: GPU };
}

/** WebGPU as the browser has it, or in Node from the package `webgpu` of the caller's project. */
export function findGpu(scope: Scope = globalThis): Promise<GPU> {
  if (scope.navigator?.gpu !== undefined) return Promise.resolve(scope.navigator.gpu);
  dawn ??= openDawn().catch((error: unknown) => {
    dawn = undefined;
    throw error;
  });
  return dawn;
}

async function openDawn(): Promise<GPU> {
  let module: unknown;
  try {
    module = await import(/* @vite-ignore */ /* webpackIgnore: true */ DAWN);
  } catch (cause) {
    const reason = `\`navigator.gpu\` is missing, and so is the package \`${DAWN}\` (${reasonOf(cause)})`;
    throw gdaError(noWebGpu, { reason }, cause);
  }
  if (!isDawn(module)) throw gdaError(noWebGpu, { reason: `\`${DAWN}\` is another package` });
  return module.create([]);
}

function isDawn(module: unknown): module is Dawn {
  return typeof module === "object" && module !== null && "create" in module;
}
