import { shaderError } from "../codes.js";
import { clause, gdaError, reasonOf } from "../error.js";
import type { KernelEntry, Variant } from "../manifest.js";
import { patiently } from "./patience.js";
import { STAGE_COMPUTE } from "./usage.js";
import { warmUp } from "./warm-up.js";

/** A kernel that is ready to be dispatched. */
export interface CompiledKernel {
  readonly entry: KernelEntry;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** The kernels of a variant, each compiled once, when it is first needed. */
export class Kernels {
  readonly #device: GPUDevice;
  readonly #variant: Variant;
  readonly #text: (path: string) => Promise<string>;
  readonly #compiled = new Map<string, Promise<CompiledKernel>>();
  readonly #warm = new Set<CompiledKernel>();

  constructor(device: GPUDevice, variant: Variant, text: (path: string) => Promise<string>) {
    this.#device = device;
    this.#variant = variant;
    this.#text = text;
  }

  /**
   * Compiles kernels side by side and returns them by name; `each` is told of every one that is
   * ready. Throws GDA7209 with the place in the WGSL of what does not compile.
   */
  async compile(
    names: ReadonlySet<string>,
    each: (kernel: string) => void,
  ): Promise<ReadonlyMap<string, CompiledKernel>> {
    const ready = [...names].map(async (name) => {
      const kernel = await this.#kernel(name);
      each(name);
      return [name, kernel] as const;
    });
    return new Map(await patiently(Promise.all(ready)));
  }

  /** Warms up compiled kernels, each once. */
  warmUp(kernels: Iterable<CompiledKernel>): void {
    for (const kernel of kernels) {
      if (this.#warm.has(kernel)) continue;
      this.#warm.add(kernel);
      warmUp(this.#device, kernel);
    }
  }

  #kernel(name: string): Promise<CompiledKernel> {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const kernel = this.#compile(name);
    this.#compiled.set(name, kernel);
    // A file that could not be read may be readable the next time.
    kernel.catch(() => this.#compiled.delete(name));
    return kernel;
  }

  async #compile(name: string): Promise<CompiledKernel> {
    const entry = this.#variant.kernels[name];
    if (entry === undefined) throw new Error(`no kernel ${name}: the manifest was not checked`);
    const code = await this.#text(entry.file);
    const device = this.#device;
    // The pipeline tells of a module's errors; without the scope they would be reported twice.
    device.pushErrorScope("validation");
    const module = device.createShaderModule({ label: entry.file, code });
    const layout = device.createBindGroupLayout({ label: name, entries: layoutOf(entry) });
    const scope = device.popErrorScope();
    try {
      const pipeline = await device.createComputePipelineAsync({
        label: name,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: "main" },
      });
      await scope;
      return { entry, pipeline, layout };
    } catch (cause) {
      const reason = (await firstError(module)) ?? reasonOf(cause);
      throw gdaError(shaderError, { file: entry.file, reason }, cause);
    }
  }
}

/** Written out rather than left to WebGPU, which would drop a binding that the shader does not use. */
function layoutOf(entry: KernelEntry): GPUBindGroupLayoutEntry[] {
  const types = entry.bindings.map(({ mode }): GPUBufferBindingType =>
    mode === "read" ? "read-only-storage" : "storage",
  );
  if (entry.uniforms.length > 0) types.push("uniform");
  return types.map((type, binding) => ({ binding, visibility: STAGE_COMPUTE, buffer: { type } }));
}

async function firstError(module: GPUShaderModule): Promise<string | undefined> {
  const { messages } = await module.getCompilationInfo();
  const error = messages.find(({ type }) => type === "error");
  return error && `line ${error.lineNum}, column ${error.linePos}: ${clause(error.message)}`;
}
