import type { LayerEntry, Manifest, Session } from "../../runtime/index.js";
import { totals } from "../plan/heads.js";
import { thousands } from "../plan/numbers.js";
import type { Timed } from "../run/layer.js";
import type { Verification } from "../run/verify.js";
import type { RunSource } from "./run-source.js";

/* What `gda run` prints: one line a subject. */

export function kernelsLine({ variant, skipped }: Session): string {
  const reasons = skipped.map((each) => `\`${each.variant}\` not: ${each.reason}`);
  return line("kernels", [`\`${variant}\``, ...reasons].join("; "));
}

export function layerLine({ plan }: RunSource, manifest: Manifest, entry: LayerEntry): string {
  const facts = [`hidden ${thousands(manifest.hidden)}`];
  if (plan) {
    const { signal, noise } = totals(plan.layer);
    facts.unshift(`${signal} + ${noise} heads`);
    facts.push(plan.model.dtype.value.weights);
  }
  return line("layer", `${entry.index} of ${manifest.model}: ${facts.join(", ")}`);
}

export function timeLines(
  { loadMs, warmUpMs, prefillMs, decodeMs }: Timed,
  tokens: number,
  steps: number,
): string {
  const speed = (count: number, ms: number): string =>
    `${thousands(count)} ${count === 1 ? "token" : "tokens"} in ${milliseconds(ms)}, ${thousands((1000 * count) / ms)} tokens/s`;
  return [
    line("load", `${milliseconds(loadMs)}, and ${milliseconds(warmUpMs)} for a first call`),
    line("prefill", speed(tokens, prefillMs)),
    ...(steps > 0 ? [line("decode", speed(steps, decodeMs))] : []),
  ].join("");
}

export function outputLine(y: Float32Array, hidden: number): string {
  const broken = y.reduce((count, value) => count + (Number.isFinite(value) ? 0 : 1), 0);
  const shape = `[${y.length / hidden}, ${hidden}]`;
  if (broken === 0) return line("output", `${shape}, all finite`);
  const row = Math.floor(y.findIndex((value) => !Number.isFinite(value)) / hidden);
  return line(
    "output",
    `${shape}, ${thousands(broken)} numbers not finite, the first in row ${row}`,
  );
}

export function verifyLine({ error, rows }: Verification, of: number, tolerance: number): string {
  const compared = rows === of ? `all ${of} rows` : `${rows} of ${of} rows`;
  const outcome = error <= tolerance ? "pass" : "FAIL";
  const text = `relative error ${error.toExponential(1)} in ${compared}, tolerance ${tolerance}`;
  return line("verify", `${text}: ${outcome}`);
}

export function line(subject: string, text: string): string {
  return `${subject.padEnd(9)} ${text}\n`;
}

function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : thousands(ms)} ms`;
}
