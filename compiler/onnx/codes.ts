import { rule } from "../../grammar/diagnostic.js";

/** What can be wrong with what an export is asked for. */

export const exportOption = rule<{ option: string }>(
  "GDA8401",
  "option-of-onnx",
  ({ option }) => `\`${option}\` goes with \`--to onnx\`; a config describes the whole model.`,
);
