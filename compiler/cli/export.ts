import { Command, Option } from "commander";
import { exportOption } from "../onnx/codes.js";
import { usableSpec } from "./analysis.js";
import { failure } from "./failure.js";
import { wholeNumber } from "./numbers.js";
import { selectModel } from "./select-model.js";
import { addSpecOptions } from "./spec-options.js";
import type { SpecOptions } from "./spec-options.js";

export interface ExportOptions extends SpecOptions {
  readonly to: "onnx" | "hf";
  readonly out: string;
  readonly model?: string;
  readonly layer?: number;
  readonly weights?: string;
  readonly force?: true;
}

const EXAMPLES = `
Examples:
  gda export motif.gda --to onnx --weights ./checkpoint --layer 4 -o layer4.onnx
                               one attention layer with its weights in float32
  gda export motif.gda --to onnx -o layer.onnx
                               the same graph with its weights as inputs
  gda export motif.gda --to hf -o motif-hf
                               config.json, and the names of a checkpoint's tensors

An ONNX layer takes x and the keys and values of earlier tokens, and gives y and those of all tokens:
one graph prefills and decodes.`;

/** `gda export`: a layer for ONNX runtimes, or a model's config for Hugging Face's libraries. */
export function exportCommand(): Command {
  const command = new Command("export")
    .summary("write a layer as ONNX, or a Hugging Face config")
    .description("Writes what other programs read: an attention layer as ONNX, or a config.json.")
    .argument("<file>", "the spec")
    .addOption(
      new Option("--to <format>", "what to write").choices(["onnx", "hf"]).makeOptionMandatory(),
    )
    .requiredOption("-o, --out <path>", "where to write it: a file for onnx, a folder for hf")
    .option("--model <name>", "which model, or stage of a growth (Growth.stage)")
    .option("--layer <number>", "of onnx: which layer (default: 0)", wholeNumber(0))
    .option("--weights <path>", "of onnx: safetensors file, index or folder (default: inputs)")
    .option("--force", "replace files that are there");
  return addSpecOptions(command).addHelpText("after", EXAMPLES).action(exportFile);
}

async function exportFile(file: string, options: ExportOptions): Promise<void> {
  const { to, layer, weights } = options;
  if (to === "hf" && layer !== undefined) throw failure(exportOption, { option: "--layer" });
  if (to === "hf" && weights !== undefined) throw failure(exportOption, { option: "--weights" });
  const analysis = await usableSpec(file, options);
  if (analysis === undefined) return;
  const model = selectModel(analysis, options.model);
  switch (to) {
    case "onnx": {
      const { exportOnnx } = await import("./export-onnx.js");
      return exportOnnx(model, options);
    }
    case "hf": {
      const { exportHf } = await import("./export-hf.js");
      return exportHf(model, options);
    }
  }
}
