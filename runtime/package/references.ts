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
      const names = [...kernel.bindings, ...kernel.uniforms].map((entry) => entry.name);
      const twice = names.find((entry, at) => names.indexOf(entry) !== at);
      if (twice === undefined) continue;
      throw wrong(`variants[${i}].kernels.${name}`, `names \`${twice}\` twice`);
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
