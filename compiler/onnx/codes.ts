import { rule } from "../../grammar/diagnostic.js";

/** What can be wrong with what an export is asked for. */

export const exportOption = rule<{ option: string }>(
  "GDA8401",
  "option-of-onnx",
  ({ option }) => `\`${option}\` goes with \`--to onnx\`; a config describes the whole model.`,
);

export const quantisedExport = rule<{ model: string; dtype: string }>(
  "GDA8402",
  "quantised-to-onnx",
  ({ model, dtype }) =>
    `Weights in ONNX are float32, and \`${model}\` quantises its own to \`${dtype}\`: the file would compute something else.`,
);
