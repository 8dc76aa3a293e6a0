import type { Manifest } from "../manifest.js";
import { wrong } from "./check.js";
import { checkSteps } from "./step-check.js";
import { CALL_SYMBOLS, commonConstants } from "./symbols.js";
import { checkTensors } from "./tensor-check.js";

/**
 * Checks that all that a manifest names is there: files, programs, kernels, tensors, uniforms and
 * symbols. What passes needs no further look while kernels run. Throws GDA7104.
 */
export function checkReferences(manifest: Manifest): void {
  manifest.variants.forEach((variant, i) => {
    for (const [name, kernel] of Object.entries(variant.kernels)) {
      for (const file of [kernel.file, kernel.map]) {
        if (!Object.hasOwn(manifest.files, file)) throw wrong("files", `does not list \`${file}\``);
      }
      const at = `variants[${i}].kernels.${name}`;
      checkUnique(kernel.bindings, `${at}.bindings`);
      checkUnique(kernel.uniforms, `${at}.uniforms`);
    }
    for (const layer of manifest.layers) {
      if (Object.hasOwn(variant.programs, layer.program)) continue;
      throw wrong(
        `variants[${i}].programs`,
        `has no \`${layer.program}\` for layer ${layer.index}`,
      );
    }
    for (const [name, program] of Object.entries(variant.programs)) {
      const at = `variants[${i}].programs.${name}`;
      const layers = manifest.layers.filter((layer) => layer.program === name);
      const constants = commonConstants(layers);
      checkTensors(program, layers, at);
      const call = [...constants, ...CALL_SYMBOLS];
      checkSteps(variant, program, { load: constants, call }, at);
    }
  });
}

function checkUnique(entries: readonly { readonly name: string }[], at: string): void {
  const names = entries.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw wrong(at, `names \`${twice}\` twice`);
}
